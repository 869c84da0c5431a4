import DirectoryModel

/// What a form opens with.
extension FormScreen {
    /// Leaves out fields that cannot be changed here, and numbers that are never typed.
    static func entries(of record: R, _ purpose: FormPurpose) -> [FormEntry] {
        // The number of a record that was made here is unknown; it is typed when it becomes known.
        let isKeyOpen = purpose == .add || (R.definition.owner != nil && record.key == 0)
        let asked = R.fields.filter { field in
            if field.isKey { return R.definition.numbering == .typed }
            return field.isAsked && field.editor != .readOnly
        }
        return asked.map { field in
            let isUnknown = field.isKey && isKeyOpen
            var entry = FormEntry(
                field, text: isUnknown ? "" : field.inputText(record), isLocked: field.isKey && !isKeyOpen)
            if purpose == .add, entry.text.isEmpty { entry.text = field.firstText }
            return entry
        }
    }
}
