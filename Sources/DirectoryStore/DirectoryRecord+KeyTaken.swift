public import DirectoryModel

extension DirectoryRecord {
    /// That its number belongs to another record, whose name is `holder`.
    public func keyTaken(by holder: String) -> String {
        let key = Self.fields[0]
        return StoreError.ownerTaken(label: key.label, owner: key.displayText(self), holder: holder).message
    }
}
