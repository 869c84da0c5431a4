internal import Foundation

/// A square that moves and is resized within a picture, and never leaves it.
struct CropGeometry: Equatable, Sendable {
    /// The minimum side of a square in pixels, unless the picture is smaller.
    static let smallestSide = 100.0

    private let width: Double
    private let height: Double
    private(set) var x: Double
    private(set) var y: Double
    private(set) var side: Double

    /// The largest square in the middle of a picture with this size in pixels.
    init(width: Int, height: Int) {
        (self.width, self.height) = (Double(max(1, width)), Double(max(1, height)))
        side = min(self.width, self.height)
        x = (self.width - side) / 2
        y = (self.height - side) / 2
    }

    var largest: Double { min(width, height) }
    var smallest: Double { min(largest, Self.smallestSide) }

    /// The square in whole pixels.
    var crop: CropRect {
        get {
            let whole = max(1, min(Int(largest), Int(side.rounded())))
            return CropRect(
                x: max(0, min(Int(width) - whole, Int(x.rounded()))),
                y: max(0, min(Int(height) - whole, Int(y.rounded()))), side: whole)
        }
        set {
            side = Double(newValue.side)
            (x, y) = (Double(newValue.x), Double(newValue.y))
            stayInside()
        }
    }

    /// The zoom: 0 shows the largest square, 1 the smallest, and equal steps look equal.
    var zoom: Double {
        get { smallest < largest ? 1 - log(side / smallest) / log(largest / smallest) : 0 }
        set {
            guard newValue.isFinite, smallest < largest else { return }
            zoom(by: side / (smallest * pow(largest / smallest, 1 - max(0, min(1, newValue)))))
        }
    }
    /// Whether the picture is large enough to zoom.
    var canZoom: Bool { smallest < largest }

    /// Moves the square by a distance in the picture's pixels, up to the edge.
    mutating func move(x: Double, y: Double) {
        guard x.isFinite, y.isFinite else { return }
        self.x += x
        self.y += y
        stayInside()
    }

    /// Magnifies the picture by a factor. The point of the square, 0 to 1 across and down, stays where it is, as
    /// far as the edges let it.
    mutating func zoom(by factor: Double, atX u: Double = 0.5, y v: Double = 0.5) {
        guard factor.isFinite, factor > 0, u.isFinite, v.isFinite else { return }
        let new = max(smallest, min(largest, side / factor))
        x += (side - new) * u
        y += (side - new) * v
        side = new
        stayInside()
    }

    /// Restores the largest square in the middle.
    mutating func reset() {
        self = CropGeometry(width: Int(width), height: Int(height))
    }

    private mutating func stayInside() {
        side = max(min(smallest, largest), min(largest, side))
        x = max(0, min(width - side, x))
        y = max(0, min(height - side, y))
    }
}

/// A square of a picture, in its pixels.
public struct CropRect: Hashable, Sendable {
    public var x: Int
    public var y: Int
    /// Width and height.
    public var side: Int

    public init(x: Int, y: Int, side: Int) { (self.x, self.y, self.side) = (x, y, side) }
}
