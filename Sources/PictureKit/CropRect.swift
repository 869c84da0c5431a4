/// A square of a picture, in its pixels.
public struct CropRect: Hashable, Sendable {
    /// The left edge.
    public var x: Int
    /// The upper edge.
    public var y: Int
    /// Width and height.
    public var side: Int

    /// A square.
    public init(x: Int, y: Int, side: Int) { (self.x, self.y, self.side) = (x, y, side) }
}
