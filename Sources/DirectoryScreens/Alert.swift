/// A question over the window, or what is told there.
public struct Alert {
    public let title: String
    public let message: String
    /// What changes nothing; closing the window means it too.
    public let cancelLabel: String
    /// What is asked about, or nil where something is only told.
    public let confirmLabel: String?
    /// True where confirming loses something, so that Return cancels.
    public let isDestructive: Bool
    /// True where the question recommends to cancel.
    public let recommendsCancel: Bool
    /// Runs once with the answer.
    public let answered: @MainActor (_ isConfirmed: Bool) -> Void

    init(
        title: String, message: String, cancel: String, confirm: String? = nil, isDestructive: Bool = true,
        recommendsCancel: Bool = false, answered: @escaping @MainActor (Bool) -> Void
    ) {
        (self.title, self.message, self.answered) = (title, message, answered)
        (cancelLabel, confirmLabel) = (cancel, confirm)
        (self.isDestructive, self.recommendsCancel) = (isDestructive, recommendsCancel)
    }
}
