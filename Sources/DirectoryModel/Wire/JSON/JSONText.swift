/// Writes JSON as UTF-8, with the same bytes as `JSONEncoder` without escaped slashes.
public struct JSONText: Sendable {
    /// The JSON so far.
    public private(set) var bytes: [UInt8] = []

    public init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

    /// Appends JSON.
    public mutating func append(raw: String) { bytes.append(contentsOf: raw.utf8) }

    /// Appends an object with what an upload of the record has, in the order of the keys.
    public mutating func append(_ record: Record) {
        var separator = "{"
        for field in record.definition.fieldsByKey where field.isSent(by: record) {
            append(raw: separator)
            append(text: field.key)
            append(raw: ":")
            append(record[field])
            separator = ","
        }
        append(raw: separator == "{" ? "{}" : "}")
    }

    private mutating func append(_ value: FieldValue) {
        switch value {
        case .absent: append(raw: "null")
        case .text(let text): append(text: text)
        case .number(let number): append(raw: String(number))
        case .decimal(let decimal):
            let digits = decimal.description
            append(raw: digits.hasSuffix(".0") ? String(digits.dropLast(2)) : digits)
        case .flag(let isOn): append(raw: isOn ? "true" : "false")
        case .list(let items):
            append(raw: "[")
            for (index, item) in items.enumerated() {
                if index > 0 { append(raw: ",") }
                append(text: item)
            }
            append(raw: "]")
        }
    }

    private mutating func append(text: String) {
        var text = text
        append(raw: "\"")
        text.withUTF8 { units in
            var rest = units[...]
            while let index = rest.firstIndex(where: {
                $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\")
            }) {
                bytes.append(contentsOf: rest[..<index])
                append(escaped: rest[index])
                rest = rest[(index + 1)...]
            }
            bytes.append(contentsOf: rest)
        }
        append(raw: "\"")
    }

    private mutating func append(escaped byte: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        if let index = JSONCursor.meanings.firstIndex(of: byte) {
            bytes.append(JSONCursor.letters[index])
        } else {
            append(raw: (byte < 0x10 ? "u000" : "u00") + String(byte, radix: 16))
        }
    }
}
