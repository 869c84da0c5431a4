public import DirectoryModel

/// A sentence that is shown for some seconds, with what its Details button opens.
public struct Toast: Equatable, Sendable {
    public let text: String
    /// The elements that its Details button shows.
    public let details: [RejectedElement]
    /// True where its button undoes the change it reports.
    public let offersUndo: Bool
    /// What its button does about the problem it reports, or nil.
    public let recovery: RecoveryAction?

    init(text: String, details: [RejectedElement] = [], offersUndo: Bool = false, recovery: RecoveryAction? = nil) {
        (self.text, self.details, self.offersUndo) = (text.line(cutAt: 500), details, offersUndo)
        self.recovery = recovery
    }
}
