import DirectoryModel

/// What a form opens with.
extension FormScreen {
    /// Fields that nobody changes here, and numbers that nobody types, are left out.
    static func entries(of record: R, _ purpose: FormPurpose) -> [FormEntry] {
        // Nobody knows the number of a record that was made here; it is typed when it becomes known.
        let isKeyOpen = purpose == .add || (R.ownerKey != nil && record.key == 0)
        let asked = R.fields.filter { field in
            if field.isKey { return R.numbering == .typed }
            return field.isAsked && field.editor != .readOnly
        }
        return asked.map { field in
            let isUnknown = field.isKey && isKeyOpen
            var entry = FormEntry(
                field, text: isUnknown ? "" : field.written(record), isLocked: field.isKey && !isKeyOpen)
            if purpose == .add, entry.text.isEmpty { entry.text = field.firstText }
            return entry
        }
    }
}
