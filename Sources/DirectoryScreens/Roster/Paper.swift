import Glibc
import Language

/// A rectangle in points, from the upper left corner.
public struct PaperRect: Hashable, Sendable {
    public var x: Double
    public var y: Double
    public var width: Double
    public var height: Double

    public var right: Double { x + width }
    public var bottom: Double { y + height }
    public var center: Double { x + width / 2 }

    /// The parts left and right of a distance from its left edge.
    func divided(at position: Double) -> (left: PaperRect, right: PaperRect) {
        let position = max(0, min(position, width))
        return (
            PaperRect(x: x, y: y, width: position, height: height),
            PaperRect(x: x + position, y: y, width: width - position, height: height)
        )
    }

    func moved(to x: Double, _ y: Double) -> PaperRect { PaperRect(x: x, y: y, width: width, height: height) }
}

/// A sheet in reading orientation.
public struct PaperSheet: Hashable, Sendable {
    public let width: Double
    public let height: Double
    /// The printer's margins, in points.
    private let top, left, bottom, right: Double

    public init(
        width: Double, height: Double, top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0
    ) {
        self.width = max(1, width.isFinite ? width : 1)
        self.height = max(1, height.isFinite ? height : 1)
        self.top = top
        self.left = left
        self.bottom = bottom
        self.right = right
    }

    public init(_ paper: Paper, isLandscape: Bool = false) {
        self.init(
            width: isLandscape ? paper.height : paper.width, height: isLandscape ? paper.width : paper.height)
    }

    /// 1, or less for paper smaller than A6.
    public var scale: Double { min(1, min(width, height) / Paper.a6.width) }

    /// The area inside suitable margins and the printer's.
    public var content: PaperRect {
        let usual = min(Self.widestMargin, min(width, height) * 0.09)
        let left = min(max(usual, self.left), width / 3)
        let top = min(max(usual, self.top), height / 3)
        let right = min(max(usual, self.right), width / 3)
        let bottom = min(max(usual, self.bottom), height / 3)
        return PaperRect(x: left, y: top, width: width - left - right, height: height - top - bottom)
    }

    /// The content without the footer and the gap above it.
    var body: PaperRect {
        let whole = content
        return PaperRect(x: whole.x, y: whole.y, width: whole.width, height: whole.height - 22 * scale)
    }

    var footer: PaperRect {
        let whole = content
        return PaperRect(x: whole.x, y: whole.bottom - 12 * scale, width: whole.width, height: 12 * scale)
    }

    private static let widestMargin = 15 * Paper.millimeter
}

/// A paper size, upright.
public struct Paper: Hashable, Sendable {
    /// On the command line.
    public let id: String
    public let title: String
    /// In the printing system.
    public let pwgName: String
    public let width: Double
    public let height: Double

    /// In points.
    public static let millimeter = 72 / 25.4

    private init(_ id: String, _ title: String, _ pwgName: String, width: Double, height: Double) {
        self.id = id
        self.title = title
        self.pwgName = pwgName
        self.width = width * Self.millimeter
        self.height = height * Self.millimeter
    }

    public static let a3 = Paper("a3", "A3", "iso_a3", width: 297, height: 420)
    public static let a4 = Paper("a4", "A4", "iso_a4", width: 210, height: 297)
    public static let a5 = Paper("a5", "A5", "iso_a5", width: 148, height: 210)
    public static let a6 = Paper("a6", "A6", "iso_a6", width: 105, height: 148)
    public static let letter = Paper("letter", translated("Letter"), "na_letter", width: 215.9, height: 279.4)
    public static let legal = Paper("legal", translated("Legal"), "na_legal", width: 215.9, height: 355.6)

    /// The size that the locale's category for paper names: Letter, or A4.
    public static var ofLocale: Paper {
        guard let locale = newlocale(1 << LC_PAPER, "", nil) else { return a4 }
        defer { freelocale(locale) }
        // The height in millimeters is returned as if it were an address.
        return UInt(bitPattern: nl_langinfo_l(nl_item(_NL_PAPER_HEIGHT), locale)) & 0xFFFF_FFFF == 279 ? letter : a4
    }

    /// Common sizes first.
    public static let all = [a4, letter, a3, a5, a6, legal]
}
