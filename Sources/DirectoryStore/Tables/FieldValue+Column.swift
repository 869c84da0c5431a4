import DirectoryModel
import Foundation
import GRDB

extension Field {
    /// The name of its column, in SQL.
    var column: String { "\"\(key)\"" }
}

extension FieldValue {
    /// The value as its column stores it. NUL, which would end a text in SQLite, is removed.
    var databaseValue: DatabaseValue {
        switch self {
        case .absent: "".databaseValue
        case .text(let text): Self.column(text)
        case .number(let number): number.databaseValue
        // SQLite stores NaN as NULL, and -0 as 0.
        case .decimal(let decimal): decimal.isNaN ? .null : (decimal == 0 ? 0 : decimal).databaseValue
        case .flag(let isOn): isOn.databaseValue
        case .list(let items): Self.column(items.joined(separator: Self.listSeparator))
        }
    }

    private static func column(_ text: String) -> DatabaseValue {
        text.utf8.contains(0) ? text.filter { $0 != "\0" }.databaseValue : text.databaseValue
    }

    /// The value in the column of a field, or nil for NULL.
    init?(_ column: DatabaseValue, of field: Field) {
        switch column.storage {
        case .int64(let number): self = .number(Int(number))
        case .double(let decimal): self = .decimal(decimal)
        case .string(let text) where field.editor == .list:
            let items = text.split(separator: Character(Self.listSeparator), omittingEmptySubsequences: false)
            self = .list(text.isEmpty ? [] : items.map(String.init))
        case .string(let text): self = .text(text)
        case .null, .blob: return nil
        }
    }

    /// Separates the items of a list: the unit separator, which cannot be typed.
    static var listSeparator: String { "\u{1F}" }
}

extension Statement {
    /// Runs the statement with these values, which takes half the time of checked arguments.
    func execute(binding parts: [DatabaseValue]...) throws {
        setUncheckedArguments([])
        var index: CInt = 0
        for values in parts {
            for value in values {
                index += 1
                _ = value.bind(to: sqliteStatement, at: index)
            }
        }
        try execute()
    }
}
