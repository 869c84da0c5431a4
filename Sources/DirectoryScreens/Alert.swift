/// A question or a message over the window.
public struct Alert {
    public let title: String
    public let message: String
    /// The label of the answer that leaves everything as it is; closing the window gives it too.
    public let cancelLabel: String
    /// The label of the answer that confirms, or nil where the alert is only a message.
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

    /// The same question with another answer to it.
    func answered(_ answered: @escaping @MainActor (Bool) -> Void) -> Alert {
        Alert(
            title: title, message: message, cancel: cancelLabel, confirm: confirmLabel, isDestructive: isDestructive,
            recommendsCancel: recommendsCancel, answered: answered)
    }
}
