import DirectoryModel
import DirectoryStore
import DirectorySync
import Language

/// What a form normalizes, marks and suggests.
extension FormScreen {
    func index(of key: String) -> Int? { entries.firstIndex { $0.key == key } }

    /// Why Save cannot be used: nothing is given yet, or a value is wrong where Save is offered only while all are valid.
    public var saveHint: String? {
        if recordType.savesOnlyWhileValid {
            for entry in entries { if let problem = problem(of: entry) { return problem.sentence } }
        }
        return entries.contains(where: isGiven) ? nil : translated("Fill in at least one field.")
    }

    private func isGiven(_ entry: FormEntry) -> Bool {
        !entry.isFilledIn && recordType.anyField(entry.key)?.isGiven(by: entry.text) == true
    }

    /// What to do so that an entry can be saved, in a sentence beside it, or nil where it can.
    func whatIsWrong(_ entry: FormEntry) -> String? { problem(of: entry)?.note }

    /// A problem of an entry in two sentences.
    struct Problem {
        /// Beside the field.
        let note: String
        /// Elsewhere; names the field.
        let sentence: String

        init(_ note: String, sentence: String? = nil) { (self.note, self.sentence) = (note, sentence ?? note) }
    }

    func problem(of entry: FormEntry) -> Problem? {
        guard let field = recordType.anyField(entry.key), !entry.isLocked else { return nil }
        // An older picture may break the rule; a field that was not changed need not be corrected.
        if field.isPicture && entry.text == opened[entry.key] { return nil }
        // A person may have only one name, as the record was sent.
        if purpose != .add, field.editor == .text(.name), entry.text.isEmpty, opened[entry.key] == "", hasName {
            return nil
        }
        return brokenRule(field, entry) ?? dayOver(field, entry) ?? taken(field, entry)
    }

    private func brokenRule(_ field: any RecordField, _ entry: FormEntry) -> Problem? {
        // Untouched fields are saved as they came, so they are not completed.
        let broken = field.broken(by: entry.text, isTouched(entry) ? .typed : .sent)
        // The rest may be valid, and would be saved without its end.
        if isCut(entry) {
            let broken = broken ?? Rule.tooLong(FormEntry.longest)
            return Problem(
                translated("\(broken.advice) The rest was cut off."),
                sentence: translated("\(entry.label) \(broken.reason). The rest was cut off."))
        }
        return broken.map { Problem($0.advice, sentence: translated("\(entry.label) \($0.reason).")) }
    }

    private func dayOver(_ field: any RecordField, _ entry: FormEntry) -> Problem? {
        // An order that may have been booked already is sent again as it was.
        guard field.editor == .day, sent?[entry.key] != entry.text,
            !BookableDays.options().contains(where: { $0.value == entry.text })
        else { return nil }
        return Problem(translated("\(entry.label) is in the past. Start again to see the days that can be booked."))
    }

    private func taken(_ field: any RecordField, _ entry: FormEntry) -> Problem? {
        if let name = holder(of: entry, field) {
            return Problem(translated("\(entry.label) already belongs to \(name)."))
        }
        // One's own record of the first launch has no number until it is known.
        guard field.isKey, !(editedKey == 0 && entry.text.isEmpty) else { return nil }
        guard let key = Int(entry.text.trimmed), key > 0 else {
            return Problem(
                translated("Enter a number greater than 0."),
                sentence: translated("\(entry.label) must be a number greater than 0."))
        }
        let isTaken = key != editedKey && (try? repository.store.rows(of: recordType, keys: [key]))?.isEmpty == false
        return isTaken ? Problem(Self.taken(entry, by: repository.store.holder(ofKey: key, recordType))) : nil
    }

    /// True where more was typed or pasted than the field takes.
    func isCut(_ entry: FormEntry) -> Bool { entry.isTooLong && isTouched(entry) }

    /// True where it was changed, or a new record is made.
    private func isTouched(_ entry: FormEntry) -> Bool { purpose == .add || entry.text != opened[entry.key] }

    /// Who has the owner's name that was typed, or nil; a name that was there before is left alone.
    private func holder(of entry: FormEntry, _ field: any RecordField) -> String? {
        guard entry.key == recordType.ownerKey, let name = try? field.rule.checked(entry.text).get(), !name.isEmpty,
            purpose == .add || original.owner?.caseInsensitiveEquals(name) != true
        else { return nil }
        return ((try? repository.store.holder(of: name, besides: editedKey, recordType)) ?? nil)?.line(cutAt: 200)
    }

    func check(_ index: Int) {
        let entry = withoutMarkup(entries[index])
        entries[index] = entry
        guard !entry.isLocked, let field = recordType.anyField(entry.key) else { return }
        if let sentence = whatIsWrong(entry) {
            // A text without visible characters is empty, unless its end was cut off.
            if !isCut(entry), field.rule.verdict(entry.text) == .normalized("") { entries[index].text = "" }
            return entries[index].note = .wrong(sentence)
        }
        // A field that was not touched stays as it came.
        let isTouched = isTouched(entry)
        if isTouched, field.isPlaceholder(entry.text) {
            entries[index].text = ""
            entries[index].note = .normalized(translated("“\(entry.text.trimmed)” means not set."))
        } else if isTouched, case .normalized(let normalized) = field.rule.verdict(entry.text) {
            entries[index].text = normalized
            let sentence = Self.whatChanged(entry.text, normalized)
            if entry.replaced == nil { entries[index].note = field.isPicture ? nil : .normalized(sentence) }
        } else if entry.isWrong {
            entries[index].note = nil
        }
    }

    private var hasName: Bool { entries.contains { $0.editor == .text(.name) && !$0.text.trimmed.isEmpty } }

    /// The entry without the HTML that came with its text; the HTML can be put back.
    private func withoutMarkup(_ entry: FormEntry) -> FormEntry {
        // Without its HTML, no note would tell that the end of the text is missing.
        guard !keepsMarkup.contains(entry.key), !isCut(entry), entry.text != opened[entry.key], entry.editor.isWritten,
            let text = Markup.removed(from: entry.text)
        else { return entry }
        var entry = entry
        entry.replaced = entry.text
        entry.text = text
        entry.note = .normalized(translated("HTML formatting was removed."))
        return entry
    }

    /// The sentence on what a rule changed in a text.
    private static func whatChanged(_ before: String, _ after: String) -> String {
        before.plain == after
            ? translated("Extra spaces and invisible characters were removed.")
            : translated("Changed from “\(before.line(cutAt: 60))”.")
    }

    /// A field that was changed and is valid suggests a value to fields that are empty or have its earlier suggestion.
    func suggest(from index: Int, fillsEmpty: Bool = true) {
        let source = entries[index]
        guard !source.isWrong, !source.text.isEmpty, let before = suggestedFrom[source.key], before != source.text
        else { return }
        suggestedFrom[source.key] = source.text
        for field in recordType.anyFields {
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
