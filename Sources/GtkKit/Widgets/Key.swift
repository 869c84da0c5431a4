/// A key that was pressed.
public struct Key: Equatable, Sendable {
    /// GDK's name of the key: `Escape`, `Return`, `a`, `A`, `Down`.
    public let name: String
    /// Whether Control was down.
    public let control: Bool
    /// Whether Shift was down.
    public let shift: Bool
    /// Whether Alt was down.
    public let alt: Bool

    /// A key by its GDK name.
    public init(_ name: String, control: Bool = false, shift: Bool = false, alt: Bool = false) {
        (self.name, self.control, self.shift, self.alt) = (name, control, shift, alt)
    }
}
