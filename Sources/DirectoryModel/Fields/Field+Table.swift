/// The columns of a collection's table.
extension Field {
    /// The same field, which is a column where the list is a table.
    /// - Parameters:
    ///   - isMinor: whether it is left out before others where there is too little room.
    ///   - text: the value as the column shows it; nil for the value as people write it, a number as they read it.
    public func inTable(isMinor: Bool = false, _ text: (@Sendable (FieldValue) -> String)? = nil) -> Field {
        var field = self
        (field.isInTable, field.isMinorInTable) = (true, isMinor)
        field.tableText = text
        return field
    }

    /// The text of the column in a record's row, or "" where the value was not given.
    public func cellText(_ record: R) -> String {
        let text = inputText(record)
        guard !text.isEmpty else { return "" }
        if let tableText { return tableText(value(record)) }
        return editor == .number || editor == .decimal ? displayText(record) : text
    }

    /// True where the value is a number, which columns align at their ends.
    public var isNumeric: Bool {
        switch value(R(key: 0)) {
        case .number, .decimal: true
        case .text, .flag, .list: false
        }
    }
}

extension DirectoryRecord {
    /// The columns of the collection's table, in order; empty where it does not have one.
    public static var tableFields: [Field<Self>] { fields.filter(\.isInTable) }
}
