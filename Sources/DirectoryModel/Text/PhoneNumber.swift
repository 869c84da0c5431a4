/// Phone numbers as people read them.
enum PhoneNumber {
    /// A number of North America as (919) 555-0112, with its +1 where it has one, and a local one as 555-0112; any other
    /// text as it is.
    @Sendable static func shown(_ text: String) -> String {
        let digits = text.hasPrefix("+1") ? text.dropFirst(2) : text[...]
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return text }
        let line = "\(digits.suffix(7).prefix(3))-\(digits.suffix(4))"
        return switch digits.count {
        case 10: "\(text.hasPrefix("+1") ? "+1 " : "")(\(digits.prefix(3))) \(line)"
        case 7 where digits.startIndex == text.startIndex: line
        default: text
        }
    }
}
