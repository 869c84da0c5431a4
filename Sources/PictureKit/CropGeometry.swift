internal import Foundation

/// A square that can be moved and resized within a picture.
struct CropGeometry: Equatable, Sendable {
    /// The minimum size in pixels, if the picture is that large.
    static let smallestSide = 100.0

    private let width: Double
    private let height: Double
    private(set) var x: Double
    private(set) var y: Double
    private(set) var side: Double

    /// The largest centered square.
    init(width: Int, height: Int) {
        self.width = Double(max(1, width))
        self.height = Double(max(1, height))
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
            x = Double(newValue.x)
            y = Double(newValue.y)
            stayInside()
        }
    }

    /// From 0, the largest square, to 1, the smallest, on a logarithmic scale.
    var zoom: Double {
        get { smallest < largest ? 1 - log(side / smallest) / log(largest / smallest) : 0 }
        set {
            guard newValue.isFinite, smallest < largest else { return }
            zoom(by: side / (smallest * pow(largest / smallest, 1 - max(0, min(1, newValue)))))
        }
    }
    var canZoom: Bool { smallest < largest }

    /// Moves the square in the picture's pixels, up to the edges.
    mutating func move(x: Double, y: Double) {
        guard x.isFinite, y.isFinite else { return }
        self.x += x
        self.y += y
        stayInside()
    }

    /// Zooms by a factor around a point of the square, each coordinate from 0 to 1, as far as the edges allow.
    mutating func zoom(by factor: Double, atX u: Double = 0.5, y v: Double = 0.5) {
        guard factor.isFinite, factor > 0, u.isFinite, v.isFinite else { return }
        let new = max(smallest, min(largest, side / factor))
        x += (side - new) * u
        y += (side - new) * v
        side = new
        stayInside()
    }

    /// Selects the largest centered square.
    mutating func reset() {
        self = CropGeometry(width: Int(width), height: Int(height))
    }

    private mutating func stayInside() {
        side = max(min(smallest, largest), min(largest, side))
        x = max(0, min(width - side, x))
        y = max(0, min(height - side, y))
    }
}

/// A square in a picture's pixels.
public struct CropRect: Hashable, Sendable {
    public var x: Int
    public var y: Int
    public var side: Int

    public init(x: Int, y: Int, side: Int) { (self.x, self.y, self.side) = (x, y, side) }
}
