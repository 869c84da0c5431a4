import DirectoryModel
import DirectoryStore
import DirectorySync
import Language

/// What a form mends, marks and suggests.
extension FormScreen {
    func index(of key: String) -> Int? { entries.firstIndex { $0.key == key } }

    /// The sentence that says why an entry cannot be saved, or nil where it can.
    func whatIsWrong(_ entry: FormEntry) -> String? {
        guard let field = R.field(named: entry.key), !entry.isLocked else { return nil }
        // A picture of an older time may break the rule; nobody has to mend what they did not touch.
        if field.isPicture && entry.text == opened[entry.key] { return nil }
        // Somebody may have one name only, as the record was sent.
        if purpose != .add, field.editor == .text(.name), entry.text.isEmpty, opened[entry.key] == "", hasName {
            return nil
        }
        // Untouched fields are saved as they came, so they are not completed.
        let reason = field.reasonAgainst(entry.text, isTouched(entry) ? .typed : .sent)
        // What is left may be fine, and would be saved without its end.
        if isCut(entry) {
            let reason = reason ?? Rule.tooLong(FormEntry.longest)
            return translated("\(entry.label) \(reason). The end was cut off.")
        }
        if let reason { return translated("\(entry.label) \(reason).") }
        // An order that may have been booked already is sent again as it was.
        if field.editor == .day, sent?[entry.key] != entry.text,
            !BookableDays.options().contains(where: { $0.value == entry.text })
        {
            return translated("\(entry.label) is over; start anew to see the days that can be booked.")
        }
        if let name = holder(of: entry, field) { return translated("\(entry.label) belongs to \(name) already.") }
        // One's own record of the first launch does without a number until it is known.
        guard field.isKey, !(editedKey == 0 && entry.text.isEmpty) else { return nil }
        guard let key = Int(entry.text.trimmed), key > 0 else {
            return translated("\(entry.label) has to be a number greater than 0.")
        }
        let isTaken = key != editedKey && (try? repository.store.rows(of: R.self, keys: [key]))?.isEmpty == false
        return isTaken ? Self.taken(entry) : nil
    }

    /// True where more was typed or pasted than the field takes.
    func isCut(_ entry: FormEntry) -> Bool { entry.isTooLong && isTouched(entry) }

    /// True where somebody changed it, or a new record is made.
    private func isTouched(_ entry: FormEntry) -> Bool { purpose == .add || entry.text != opened[entry.key] }

    /// Who has the owner's name that was typed, or nil; a name that was there before is left alone.
    private func holder(of entry: FormEntry, _ field: Field<R>) -> String? {
        guard entry.key == R.ownerKey, let name = try? field.rule.checked(entry.text).get(), !name.isEmpty,
            purpose == .add || original.owner?.caseInsensitiveEquals(name) != true
        else { return nil }
        return ((try? repository.store.holder(of: name, besides: editedKey, R.self)) ?? nil)?.line(cutAt: 200)
    }

    func check(_ index: Int) {
        let entry = withoutMarkup(entries[index])
        entries[index] = entry
        guard !entry.isLocked, let field = R.field(named: entry.key) else { return }
        if let sentence = whatIsWrong(entry) {
            // What cannot be seen says nothing, unless its end was cut off.
            if !isCut(entry), field.rule.verdict(entry.text) == .normalized("") { entries[index].text = "" }
            return entries[index].note = .wrong(sentence)
        }
        // What nobody touched stays as it came.
        let isTouched = isTouched(entry)
        if isTouched, field.isWordForNothing(entry.text) {
            entries[index].text = ""
            entries[index].note = .normalized(translated("“\(entry.text.trimmed)” means not given."))
        } else if isTouched, case .normalized(let normalized) = field.rule.verdict(entry.text) {
            entries[index].text = normalized
            let sentence = Self.whatChanged(entry.text, normalized)
            if entry.replaced == nil { entries[index].note = field.isPicture ? nil : .normalized(sentence) }
        } else if entry.isWrong {
            entries[index].note = nil
        }
    }

    /// True where a name is given in some field.
    private var hasName: Bool { entries.contains { $0.editor == .text(.name) && !$0.text.trimmed.isEmpty } }

    /// The entry without the HTML that came along with its text, which can be put back.
    private func withoutMarkup(_ entry: FormEntry) -> FormEntry {
        // Without its HTML, nothing would say that the end of the text is missing.
        guard !keepsMarkup.contains(entry.key), !isCut(entry), entry.text != opened[entry.key], entry.editor.isWritten,
            let text = Markup.removed(from: entry.text)
        else { return entry }
        var entry = entry
        entry.replaced = entry.text
        entry.text = text
        entry.note = .normalized(translated("The HTML around it was taken out."))
        return entry
    }

    /// The sentence that says what a rule made of a text.
    private static func whatChanged(_ before: String, _ after: String) -> String {
        before.plain == after
            ? translated("Extra blanks and invisible characters were taken out.")
            : translated("Changed from “\(before.line(cutAt: 60))”.")
    }

    /// A field that was changed and is fine suggests a value to those that say nothing, or what it suggested before.
    func suggest(from index: Int, fillsEmpty: Bool = true) {
        let source = entries[index]
        guard !source.isWrong, !source.text.isEmpty, let before = suggestedFrom[source.key], before != source.text
        else { return }
        suggestedFrom[source.key] = source.text
        for field in R.fields {
            guard let suggestion = field.suggestion, suggestion.from == source.key,
                let other = self.index(of: field.key)
            else { continue }
            let text = entries[other].text
            let isSuggested = !before.isEmpty && text == suggestion.value(before) && text != opened[field.key]
            guard isSuggested || (fillsEmpty && text.isEmpty) else { continue }
            entries[other].text = suggestion.value(source.text)
            entries[other].note = .normalized(translated("Completed from \(source.label)."))
        }
    }

    static func taken(_ entry: FormEntry) -> String {
        translated("\(entry.label) belongs to another \(R.collection.one) already.")
    }
}
