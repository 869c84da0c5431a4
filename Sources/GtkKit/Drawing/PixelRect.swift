/// A rectangle in pixels.
public struct PixelRect: Hashable, Sendable {
    /// The left edge.
    public var x: Int
    /// The upper edge.
    public var y: Int
    /// The width.
    public var width: Int
    /// The height.
    public var height: Int

    /// A rectangle with its upper left corner at a position.
    public init(x: Int, y: Int, width: Int, height: Int) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    /// A square with a side in its middle.
    public func middle(_ side: Int) -> PixelRect {
        PixelRect(x: x + (width - side) / 2, y: y + (height - side) / 2, width: side, height: side)
    }

    /// Whether a position is in it.
    public func contains(_ x: Double, _ y: Double) -> Bool {
        x >= Double(self.x) && x < Double(self.x + width) && y >= Double(self.y) && y < Double(self.y + height)
    }
}
