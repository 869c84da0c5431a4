/// One of the answers to a question.
public struct Answer: Equatable, Sendable {
    /// How an answer's button looks.
    public enum Style: Sendable {
        case normal
        case suggested
        case destructive
    }

    /// The value that `Question.ask` returns for it.
    public let id: String
    /// The label of its button.
    public let label: String
    /// How its button looks.
    public let style: Style
    /// Whether Escape and closing the window mean this answer.
    public let isCancel: Bool
    /// Whether Return means this answer.
    public let isDefault: Bool

    /// An answer.
    public init(
        id: String, label: String, style: Style = .normal, isCancel: Bool = false, isDefault: Bool = false
    ) {
        (self.id, self.label, self.style) = (id, label, style)
        (self.isCancel, self.isDefault) = (isCancel, isDefault)
    }
}
