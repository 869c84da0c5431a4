public import Foundation

/// A parameter of a statement; each has its type even where it is NULL. PostgreSQL stores texts without NUL characters:
/// each becomes U+FFFD.
public enum PostgresValue: Equatable, Sendable {
    case integer(Int?)
    case double(Double?)
    case text(String?)
    case bytes(Data?)
    case integers([Int])
    case texts([String])

    /// The number of its type in the catalog of PostgreSQL.
    var type: UInt32 {
        switch self {
        case .integer: 20
        case .double: 701
        case .text: 25
        case .bytes: 17
        case .integers: 1016
        case .texts: 1009
        }
    }

    /// Appends the value in PostgreSQL's binary format.
    /// - Returns: false where it is NULL.
    func append(to bytes: inout [UInt8]) -> Bool {
        switch self {
        case .integer(nil), .double(nil), .text(nil), .bytes(nil): return false
        case .integer(let number?): Self.append(Int64(number), to: &bytes)
        case .double(let number?): Self.append(number.bitPattern, to: &bytes)
        case .text(let text?): Self.append(text, to: &bytes)
        case .bytes(let data?): bytes.append(contentsOf: data)
        case .integers(let numbers):
            Self.appendArray(numbers.count, of: 20, to: &bytes) { index, bytes in
                Self.append(Int32(8), to: &bytes)
                Self.append(Int64(numbers[index]), to: &bytes)
            }
        case .texts(let texts):
            Self.appendArray(texts.count, of: 25, to: &bytes) { index, bytes in
                var text: [UInt8] = []
                Self.append(texts[index], to: &text)
                Self.append(Int32(text.count), to: &bytes)
                bytes.append(contentsOf: text)
            }
        }
        return true
    }

    /// Dimensions, whether there are NULLs, the type of the elements, their count, the first index, and each element.
    private static func appendArray(
        _ count: Int, of type: Int32, to bytes: inout [UInt8], _ element: (Int, inout [UInt8]) -> Void
    ) {
        for number in count == 0 ? [0, 0, type] : [1, 0, type, Int32(count), 1] { append(number, to: &bytes) }
        for index in 0..<count { element(index, &bytes) }
    }

    private static func append(_ text: String, to bytes: inout [UInt8]) {
        let hasNUL = text.utf8.contains(0)
        bytes.append(contentsOf: (hasNUL ? text.replacing("\0", with: "\u{FFFD}") : text).utf8)
    }

    private static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
    }
}
