public import DirectoryModel

/// A sentence that appears for some seconds, with what stands behind its Details button.
public struct Toast: Equatable, Sendable {
    public let text: String
    /// What stands behind its Details button.
    public let details: [RejectedElement]
    /// True where its button undoes what it tells of.
    public let offersUndo: Bool

    init(text: String, details: [RejectedElement] = [], offersUndo: Bool = false) {
        (self.text, self.details, self.offersUndo) = (text.line(cutAt: 500), details, offersUndo)
    }
}
