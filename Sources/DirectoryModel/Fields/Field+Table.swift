/// The columns of a collection's table.
extension Field {
    /// The same field, which is a column where the list is a table.
    /// - Parameter isMinor: whether it is dropped first in a narrow table.
    public func inTable(isMinor: Bool = false) -> Field {
        var field = self
        (field.isInTable, field.isMinorInTable) = (true, isMinor)
        return field
    }

    /// True where the value is a number, which columns align at their ends.
    public var isNumeric: Bool {
        if editor == .number || editor == .decimal { return true }
        return switch value(R(key: 0)) {
        case .number, .decimal: true
        case .text, .flag, .list: false
        }
    }
}

extension DirectoryRecord {
    /// The columns of the collection's table, in order; empty where it does not have one.
    public static var tableFields: [Field<Self>] { fields.filter(\.isInTable) }
}
