/// What a field's value leads to.
public enum FieldLink: Hashable, Sendable {
    /// The list of every record that has the same value.
    case same
    /// A message to the address, in the mail program.
    case mail
    /// A call of the number.
    case phone
    /// The place on a map.
    case map

    /// The address that opens `value` in another program; nil for `same`, and for a value that other program could not
    /// use.
    public func address(of value: String) -> String? {
        let value = value.plain
        switch self {
        case .same: return nil
        case .mail:
            guard value.contains("@"), !value.contains(" ") else { return nil }
            return "mailto:\(Self.encoded(value, besides: "@+"))"
        case .phone:
            // Digits of an extension, or of a second number, would call somebody else.
            return switch Rule.phone.verdict(value) {
            case .fine: "tel:\(value)"
            case .normalized(let number): "tel:\(number)"
            case .wrong: nil
            }
        case .map: return value.isEmpty ? nil : "geo:0,0?q=\(Self.encoded(value, besides: ""))"
        }
    }

    /// Nothing in a value can add another receiver, a subject or a second address.
    static func encoded(_ text: String, besides marks: String) -> String {
        text.utf8.map { byte in
            let sign = Character(Unicode.Scalar(byte))
            let isLeft = sign.isASCII && (sign.isLetter || sign.isNumber) || "-._~\(marks)".contains(sign)
            return isLeft ? String(sign) : "%" + String(byte, radix: 16, uppercase: true).leftPadded(to: 2)
        }.joined()
    }
}

extension Editor {
    /// What a value of such a field leads to, where the field does not say otherwise.
    var link: FieldLink? {
        switch self {
        case .text(.email): .mail
        case .text(.phone): .phone
        case .text(.shared), .text(.hobbies), .list: .same
        case .text, .choice, .number, .decimal, .flag, .steps, .day, .picture, .readOnly: nil
        }
    }
}

extension Field {
    /// What a value of it leads to, or nil.
    public var link: FieldLink? { ownLink ?? editor.link }

    /// The words of a value that are compared one by one: those of a list, every word for a choice, or the whole text.
    public func items(stored text: String) -> [String] {
        let text = inputText(stored: text)
        guard !isUnset(text) else { return [] }
        if editor.listsSeveral { return text.listItems.filter { !isUnset($0) } }
        guard case .choice(let options) = editor else { return [text] }
        return options.first { $0.value == text }?.words ?? [text]
    }

    /// The text that finds every record with the same `item` when it is typed into the search entry: `te="Red Foxes"`.
    /// Nil where the field cannot be typed, or the text is too long to be typed.
    public func search(for item: String) -> String? {
        let item = item.printable.trimmed
        guard let token, !item.isEmpty, item.unicodeScalars.count <= Self.maxItemLength else { return nil }
        return "\(token)=\"\(item.replacing("\"", with: "\"\""))\""
    }

    /// More scalars than a team, a place or a hobby has.
    private static var maxItemLength: Int { 200 }
}
