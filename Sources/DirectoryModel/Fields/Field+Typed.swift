extension Field {
    public func value(_ record: some DirectoryRecord) -> FieldValue { record.record[self] }
    public func displayText(_ record: some DirectoryRecord) -> String { displayText(record.record) }
    public func inputText(_ record: some DirectoryRecord) -> String { inputText(record.record) }
    public func searchText(_ record: some DirectoryRecord) -> String { searchText(record.record) }
    public func isSent(by record: some DirectoryRecord) -> Bool { isSent(by: record.record) }
    /// Sets the value in `record`, unless the field is the key.
    public func set(_ value: FieldValue, in record: inout some DirectoryRecord) { record.record[self] = value }
    public func write(_ text: String, into record: inout some DirectoryRecord) { write(text, into: &record.record) }
}
