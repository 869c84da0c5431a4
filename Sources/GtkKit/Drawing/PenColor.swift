internal import CGtk

/// A color with components from 0 to 1.
public struct PenColor: Hashable, Sendable {
    /// The red component.
    public let red: Double
    /// The green component.
    public let green: Double
    /// The blue component.
    public let blue: Double

    /// A color of these components.
    public init(red: Double, green: Double, blue: Double) { (self.red, self.green, self.blue) = (red, green, blue) }

    /// A color from a hexadecimal number: `0x2a6f97` is `#2a6f97`.
    public init(hex: UInt32) {
        self.init(
            red: Double(hex >> 16 & 0xFF) / 255, green: Double(hex >> 8 & 0xFF) / 255, blue: Double(hex & 0xFF) / 255)
    }

    /// Black.
    public static let black = PenColor(red: 0, green: 0, blue: 0)
    /// White.
    public static let white = PenColor(red: 1, green: 1, blue: 1)

    func gdk(_ opacity: Double = 1) -> GdkRGBA {
        GdkRGBA(red: Float(red), green: Float(green), blue: Float(blue), alpha: Float(opacity))
    }
}
