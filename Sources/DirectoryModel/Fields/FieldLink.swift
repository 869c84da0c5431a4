/// What a field's value links to.
public enum FieldLink: Hashable, Sendable {
    /// All records with the same value.
    case same
    case mail
    case phone
    case map

    /// The URI that opens `value` in another program, or nil if the value does not suit it.
    public func address(of value: String) -> String? {
        let value = value.plain
        switch self {
        case .same: return nil
        case .mail:
            guard value.contains("@"), !value.contains(where: { " ,;".contains($0) }) else { return nil }
            return "mailto:\(Self.encoded(value, besides: "@+"))"
        case .phone:
            // The digits of an extension or of a second number would reach someone else.
            return switch Rule.phone.verdict(value) {
            case .fine: "tel:\(value)"
            case .normalized(let number): "tel:\(number)"
            case .wrong: nil
            }
        case .map: return value.isEmpty ? nil : "geo:0,0?q=\(Self.encoded(value, besides: ""))"
        }
    }

    /// `text`, percent-encoded so that it cannot add a recipient, a subject, or a second address.
    static func encoded(_ text: String, besides marks: String) -> String {
        text.utf8.map { byte in
            let sign = Character(Unicode.Scalar(byte))
            let isUnreserved = sign.isASCII && (sign.isLetter || sign.isNumber) || "-._~\(marks)".contains(sign)
            return isUnreserved ? String(sign) : "%" + String(byte, radix: 16, uppercase: true).leftPadded(to: 2)
        }.joined()
    }
}

extension Field {
    public var link: FieldLink? {
        if let ownLink { return ownLink }
        return switch editor {
        case .text(.email): .mail
        case .text(.phone): .phone
        case .text(.shared), .text(.hobbies), .list: .same
        default: nil
        }
    }

    /// The parts of a value that are compared separately: the items of a list, every name of a choice, or the whole
    /// text.
    public func items(stored text: String) -> [String] {
        let text = inputText(stored: text)
        guard !isUnset(text) else { return [] }
        if editor.listsSeveral { return text.listItems.filter { !isUnset($0) } }
        guard case .choice(let options) = editor else { return [text] }
        return options.first { $0.value == text }?.names ?? [text]
    }

    /// The search that finds every record with the same `item`, such as `team="Red Foxes"`, or nil if it cannot be typed.
    public func search(for item: String) -> String? {
        let item = item.printable.trimmed
        guard let word, !item.isEmpty, item.unicodeScalars.count <= Self.maxItemLength else { return nil }
        return "\(word)=\"\(item.replacing("\"", with: "\"\""))\""
    }

    private static var maxItemLength: Int { 200 }
}
