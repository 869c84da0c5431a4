import DirectoryModel
import Foundation
import GRDB
import GRDBSQLite

/// Values in one buffer, ready to be bound to a statement: one allocation per row, and SQLite does not copy it.
struct EncodedValues: Equatable, Sendable {
    private(set) var bytes: [UInt8] = []
    private(set) var count = 0

    /// The first byte of a value. An 8-byte number follows, which for a text is its length, then its bytes.
    enum Kind: UInt8 { case null, number, decimal, text }

    init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

    init(_ value: FieldValue) { append(value) }

    init(_ values: [DatabaseValue]) { for value in values { append(value) } }

    init(_ number: Int64) { append(number) }

    // MARK: Adding

    mutating func append(_ number: Int64) { append(.number, UInt64(bitPattern: number)) }

    mutating func append(_ isOn: Bool) { append(isOn ? 1 : 0) }

    mutating func append(_ text: String) { appendText { $0.append(contentsOf: text.utf8) } }

    /// Appends what `body` writes as one text. NUL, which would end it in SQLite, is removed.
    mutating func appendText(_ body: (inout [UInt8]) -> Void) {
        append(.text, 0)
        let start = bytes.count
        body(&bytes)
        let hasNUL = bytes.withUnsafeBytes { bytes in
            bytes.baseAddress.map { memchr($0 + start, 0, bytes.count - start) != nil } ?? false
        }
        if hasNUL {
            let cleaned = bytes[start...].filter { $0 != 0 }
            bytes.replaceSubrange(start..., with: cleaned)
        }
        let length = UInt64(bytes.count - start).littleEndian
        bytes.withUnsafeMutableBytes { $0.storeBytes(of: length, toByteOffset: start - 8, as: UInt64.self) }
    }

    mutating func append(_ value: FieldValue) {
        switch value {
        case .absent: append("")
        case .number(let number): append(Int64(number))
        // SQLite stores NaN as NULL, and -0 as 0.
        case .decimal(let decimal) where decimal.isNaN: append(.null, 0)
        case .decimal(let decimal): append(.decimal, (decimal == 0 ? 0 : decimal).bitPattern)
        case .flag(let isOn): append(isOn)
        case .text(let text): append(text)
        case .list(let items): append(items.joined(separator: Self.listSeparator))
        }
    }

    mutating func append(_ value: DatabaseValue) {
        switch value.storage {
        case .null, .blob: append(.null, 0)
        case .int64(let number): append(number)
        case .double(let decimal): append(.decimal(decimal))
        case .string(let text): append(text)
        }
    }

    /// Appends a column; blobs count as NULL.
    mutating func append(_ row: FastRow, _ column: Int) {
        switch row.kind(column) {
        case .number: append(row.number(column))
        case .decimal: append(.decimal(row.decimal(column)))
        case .text: appendText { bytes in row.bytes(column).map { bytes.append(contentsOf: $0) } }
        case .null: append(.null, 0)
        }
    }

    mutating func append(_ others: EncodedValues) {
        bytes.append(contentsOf: others.bytes)
        count += others.count
    }

    private mutating func append(_ kind: Kind, _ number: UInt64) {
        bytes.append(kind.rawValue)
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
        count += 1
    }

    /// Separates the items of a list: the unit separator, which cannot be typed.
    static var listSeparator: String { "\u{1F}" }

    // MARK: Reading

    enum Value {
        case null
        case number(Int64)
        case decimal(Double)
        case text(UnsafeRawBufferPointer)
    }

    /// Passes every value to `body` with its index and encoded bytes, which are valid until this returns.
    func each(_ body: (Int, Value, UnsafeRawBufferPointer) throws -> Void) rethrows {
        try bytes.withUnsafeBytes { bytes in
            var start = 0
            for index in 0..<count {
                let number = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: start + 1, as: UInt64.self))
                let value: Value
                var end = start + 9
                switch Kind(rawValue: bytes[start]) {
                case .number: value = .number(Int64(bitPattern: number))
                case .decimal: value = .decimal(Double(bitPattern: number))
                case .text:
                    value = .text(UnsafeRawBufferPointer(rebasing: bytes[end..<end + Int(number)]))
                    end += Int(number)
                case .null, nil: value = .null
                }
                try body(index, value, UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
                start = end
            }
        }
    }

    /// The values for GRDB.
    var databaseValues: [DatabaseValue] {
        var values: [DatabaseValue] = []
        each { _, value, _ in
            switch value {
            case .null: values.append(.null)
            case .number(let number): values.append(number.databaseValue)
            case .decimal(let decimal): values.append(decimal.databaseValue)
            case .text(let text): values.append(String(decoding: text, as: UTF8.self).databaseValue)
            }
        }
        return values
    }

    /// Runs `body` with the values bound to a statement, starting at the parameter `first`.
    func bound<T>(to handle: SQLiteStatement, from first: Int = 1, _ body: () throws -> T) rethrows -> T {
        // The buffer does not move until `body` returns, so SQLite need not copy the texts.
        try bytes.withUnsafeBytes { _ in
            each { index, value, _ in
                let parameter = Int32(first + index)
                switch value {
                case .null: sqlite3_bind_null(handle, parameter)
                case .number(let number): sqlite3_bind_int64(handle, parameter, number)
                case .decimal(let decimal): sqlite3_bind_double(handle, parameter, decimal)
                case .text(let text):
                    sqlite3_bind_text(
                        handle, parameter, text.baseAddress?.assumingMemoryBound(to: CChar.self),
                        Int32(clamping: text.count), nil)
                }
            }
            return try body()
        }
    }
}
