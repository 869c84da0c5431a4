/// What a field holds, whatever record it belongs to.
public enum FieldValue: Hashable, Sendable {
    case text(String)
    case number(Int)
    case list([String])

    /// The value as people read it; lists joined by commas.
    public var text: String {
        switch self {
        case .text(let text): text
        case .number(let number): String(number)
        case .list(let items): items.joined(separator: ", ")
        }
    }
}
