import DirectoryModel
import DirectoryStore
import Language

/// What a form opens with.
extension FormScreen {
    /// Names first. Leaves out fields that cannot be changed here, and numbers that are never typed.
    static func entries(of record: R, _ purpose: FormPurpose, in store: Store) -> [FormEntry] {
        // A number that is not known is typed when it becomes known, and one's own can be corrected until it is published.
        let isUnnumbered = purpose == .add || (R.definition.owner != nil && record.key == 0)
        let isKeyOpen = isUnnumbered || (try? store.isOwnKeyOpen(record.key, of: R.self)) == true
        let asked = R.fields.filter { field in
            if field.isKey { return R.definition.numbering == .typed }
            return field.isAsked && field.editor != .readOnly
        }
        let isName = { (field: Field<R>) in field.editor == .text(.name) }
        return (asked.filter(isName) + asked.filter { !isName($0) }).map { field in
            let isUnknown = field.isKey && isUnnumbered
            var entry = FormEntry(
                field, text: isUnknown ? "" : field.inputText(record), isLocked: field.isKey && !isKeyOpen)
            if purpose == .add, entry.text.isEmpty { entry.text = field.firstText }
            // Who adds somebody must give a number, and cannot know which are free.
            if field.isKey, purpose == .add, let free = try? store.freeKey(of: R.self) {
                (entry.text, entry.isFilledIn) = (field.displayText(R(key: free)), true)
                entry.note = .normalized(translated("No one in your list has this \(field.label)."))
            }
            return entry
        }
    }
}
