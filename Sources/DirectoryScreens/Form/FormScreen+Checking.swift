import DirectoryModel
import DirectoryStore
import DirectorySync
import Language

/// Validation, normalization, and suggestions.
extension FormScreen {
    func index(of key: String) -> Int? { entries.firstIndex { $0.key == key } }

    /// Why Save is disabled, or nil.
    public var saveHint: String? {
        if definition.presentation.savesOnlyValid {
            for entry in entries { if let note = whatIsWrong(entry) { return translated("\(entry.label): \(note)") } }
        }
        return entries.contains(where: isGiven) ? nil : translated("Fill in at least one field.")
    }

    private func isGiven(_ entry: FormEntry) -> Bool {
        !entry.isFilledIn && definition.field(named: entry.key)?.isGiven(by: entry.text) == true
    }

    /// What to fix in an entry, in a sentence next to the field; nil if it is valid.
    func whatIsWrong(_ entry: FormEntry) -> String? {
        guard let field = definition.field(named: entry.key), !entry.isLocked else { return nil }
        return brokenRule(field, entry) ?? dayOver(field, entry) ?? taken(field, entry)
    }

    private func brokenRule(_ field: Field, _ entry: FormEntry) -> String? {
        // A word for "none" is a name beside another name only.
        let isNoName = field.editor == .text(.name) && field.isUnset(entry.text) && !hasName(besides: entry)
        let broken = field.broken(
            by: isNoName ? "" : entry.text, isTouched(entry) ? .typed : .sent,
            replacing: purpose == .add ? nil : opened[entry.key], isNamed: hasName)
        // A valid beginning would be saved without its end.
        guard isCut(entry) else { return broken?.advice }
        return translated("\((broken ?? Rule.tooLong(FormEntry.maxLength)).advice) The rest was cut off.")
    }

    private func dayOver(_ field: Field, _ entry: FormEntry) -> String? {
        // An order that may be booked already is sent unchanged.
        guard field.editor == .day, sent?[entry.key] != entry.text,
            !BookableDays.options().contains(where: { $0.value == entry.text })
        else { return nil }
        return translated("\(entry.label) is in the past. Start again to see the days that can be booked.")
    }

    private func taken(_ field: Field, _ entry: FormEntry) -> String? {
        if let name = holder(of: entry, field) { return Self.taken(entry, by: name) }
        // The user's own record has no number until it is known.
        guard field.isKey, !(editedKey == 0 && entry.text.isEmpty) else { return nil }
        guard let key = Int(entry.text.trimmed), key > 0 else { return translated("Enter a number greater than 0.") }
        let isTaken = key != editedKey && collection.ifReadable { try $0.rows(keys: [key]) }?.isEmpty == false
        return isTaken ? Self.taken(entry, by: collection.holder(ofKey: key)) : nil
    }

    /// True if more was typed than the field accepts.
    func isCut(_ entry: FormEntry) -> Bool { entry.isTooLong && isTouched(entry) }

    /// True if it was changed, or the record is new.
    private func isTouched(_ entry: FormEntry) -> Bool { purpose == .add || entry.text != opened[entry.key] }

    /// Who else has the typed owner's name; an unchanged name is ignored.
    private func holder(of entry: FormEntry, _ field: Field) -> String? {
        guard entry.key == definition.owner?.key, let name = field.rule.accepted(entry.text), !name.isEmpty,
            purpose == .add || original.owner?.caseInsensitiveEquals(name) != true
        else { return nil }
        return collection.ifReadable { try $0.holder(of: name, besides: editedKey) }?.line(cutAt: 200)
    }

    func check(_ index: Int) {
        let entry = withoutMarkup(entries[index])
        entries[index] = entry
        guard !entry.isLocked, let field = definition.field(named: entry.key) else { return }
        if let sentence = whatIsWrong(entry) {
            // Invisible characters alone count as empty, unless the end was cut off.
            if !isCut(entry), field.rule.verdict(entry.text) == .normalized("") { entries[index].text = "" }
            return entries[index].note = .wrong(sentence)
        }
        // Unchanged fields stay as they are.
        let isTouched = isTouched(entry)
        if isTouched, field.isPlaceholder(entry.text) {
            entries[index].text = ""
            entries[index].note = .normalized(translated("Saved as not set."))
        } else if isTouched, case .normalized(let normalized) = field.rule.verdict(entry.text) {
            entries[index].text = normalized
            let sentence = Self.whatChanged(entry.text, normalized)
            if entry.replaced == nil { entries[index].note = field.isPicture ? nil : .normalized(sentence) }
        } else if entry.isWrong {
            entries[index].note = nil
        }
    }

    private var hasName: Bool { entries.contains { $0.editor == .text(.name) && !$0.text.trimmed.isEmpty } }

    private func hasName(besides entry: FormEntry) -> Bool {
        entries.contains { $0.key != entry.key && $0.editor == .text(.name) && !$0.text.trimmed.isEmpty }
    }

    /// The entry without HTML, which can be restored.
    private func withoutMarkup(_ entry: FormEntry) -> FormEntry {
        // Removing HTML would hide that the end was cut off.
        guard !fieldsKeepingHTML.contains(entry.key), !isCut(entry), entry.text != opened[entry.key],
            entry.editor.isWritten,
            let text = Markup.removed(from: entry.text)
        else { return entry }
        var entry = entry
        entry.replaced = entry.text
        entry.text = text
        entry.note = .normalized(translated("HTML formatting was removed."))
        return entry
    }

    private static func whatChanged(_ before: String, _ after: String) -> String {
        before.plain == after
            ? translated("Extra spaces and invisible characters were removed.")
            : translated("Changed from “\(before.line(cutAt: 60))”.")
    }

    /// Suggests values for fields that are empty or have this field's earlier suggestion.
    func suggest(from index: Int, fillsEmpty: Bool = true) {
        let source = entries[index]
        guard !source.isWrong, !source.text.isEmpty, let before = suggestedFrom[source.key], before != source.text
        else { return }
        suggestedFrom[source.key] = source.text
        for field in definition.fields {
            guard let suggested = field.suggestion(for: source.text, in: source.key),
                let other = self.index(of: field.key)
            else { continue }
            let text = entries[other].text
            let isSuggested =
                !before.isEmpty && text == field.suggestion(for: before, in: source.key) && text != opened[field.key]
            guard isSuggested || (fillsEmpty && text.isEmpty) else { continue }
            (entries[other].text, entries[other].isFilledIn) = (suggested, true)
            entries[other].note = .normalized(translated("Filled in from \(source.label)."))
        }
    }

    static func taken(_ entry: FormEntry, by name: String) -> String {
        translated("\(entry.label) already belongs to \(name).")
    }
}
