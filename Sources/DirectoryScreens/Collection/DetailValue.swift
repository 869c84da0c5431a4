/// A value that is shown, and where it leads.
public struct DetailValue: Equatable, Sendable {
    public let text: String
    /// The whole value, which copying it puts on the clipboard.
    public let copied: String
    /// Nil where it does not lead anywhere.
    public let target: DetailTarget?
    /// The icon before the text, or nil.
    public let iconName: String?

    /// - Parameter copied: the whole value, or nil where `text` is.
    public init(text: String, copied: String? = nil, target: DetailTarget? = nil, iconName: String? = nil) {
        (self.text, self.copied, self.target, self.iconName) = (text, copied ?? text, target, iconName)
    }
}
