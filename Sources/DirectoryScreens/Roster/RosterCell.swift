/// A face with its words, from the cell's upper left corner.
///
/// The words are below the face; with a sign-in column they are next to it, followed by a line to sign.
public struct RosterCell: Equatable, Sendable {
    public let width: Double
    public let height: Double
    public let columns: Int
    public let columnGap: Double
    public let rowGap: Double
    /// The square around the round picture.
    public let portrait: PaperRect
    /// Two lines of name, and the line below.
    public let textArea: PaperRect
    public let signature: PaperRect?
    /// The line below is smaller.
    public let nameSize: Double
    public let lineSize: Double

    /// - Parameters:
    ///   - width: of all columns together.
    ///   - height: the maximum.
    ///   - columns: the wish; nil for a good-looking number.
    init(width: Double, height: Double, columns: Int?, hasSignIn: Bool, scale: Double) {
        let wished = columns ?? Self.columns(width: width / scale, hasSignIn: hasSignIn)
        self.columns = min(max(wished, 1), Self.maxColumns(width: width / scale, hasSignIn: hasSignIn))
        columnGap = Self.columnGap(hasSignIn) * scale
        self.width = max(1, (width - columnGap * Double(self.columns - 1)) / Double(self.columns))
        // Shrink names in narrow cells instead of cutting them.
        let narrow = hasSignIn ? 1 : min(1, max(0.7, self.width / (96 * scale)))
        nameSize = 9.5 * scale * narrow
        lineSize = 7 * scale * narrow
        let text = 2 * RosterText.leading(nameSize) + RosterText.leading(lineSize)
        rowGap = (hasSignIn ? 9 : 15) * scale
        let shape =
            hasSignIn
            ? Self.beside(width: self.width, height: height, text: text, scale)
            : Self.above(width: self.width, height: height, text: text, scale)
        (self.height, portrait, textArea, signature) = shape
    }

    /// The distance of a column from the first one.
    func offset(of column: Int) -> Double { Double(column) * (width + columnGap) }

    private typealias Shape = (height: Double, portrait: PaperRect, text: PaperRect, signature: PaperRect?)

    /// The most columns with readable names and room to sign; at least one.
    static func maxColumns(width: Double, hasSignIn: Bool) -> Int {
        let gap = columnGap(hasSignIn)
        let fitting = (width + gap) / ((hasSignIn ? narrowestSignIn : narrowest) + gap)
        return Int(max(1, min(fitting, 12)))
    }

    private static func columnGap(_ hasSignIn: Bool) -> Double { hasSignIn ? 20 : 10 }

    /// A usual name in the smallest letters.
    private static let narrowest = 19 * Paper.millimeter
    /// The same in usual letters.
    private static let narrowestName = 28 * Paper.millimeter
    /// Room for a signature.
    private static let shortestLine = 45 * Paper.millimeter
    private static let besideGap = 10.0
    /// The face's share of a cell with a line.
    private static let faceShare = 0.14
    private static let narrowestSignIn = (narrowestName + shortestLine + 2 * besideGap) / (1 - faceShare)

    /// About 42 mm each, or 130 with a line to sign.
    private static func columns(width: Double, hasSignIn: Bool) -> Int {
        let each = (hasSignIn ? 130 : 42) * Paper.millimeter
        return max(1, Int((width / each).rounded()))
    }

    private static func above(width: Double, height: Double, text: Double, _ scale: Double) -> Shape {
        let gap = 6 * scale
        let most = 28 * Paper.millimeter * scale
        let side = max(1, min(most, width * 0.66, height - gap - text))
        let portrait = PaperRect(x: (width - side) / 2, y: 0, width: side, height: side)
        let textArea = PaperRect(x: 0, y: side + gap, width: width, height: text)
        return (textArea.bottom, portrait, textArea, nil)
    }

    private static func beside(width: Double, height: Double, text: Double, _ scale: Double) -> Shape {
        let gap = besideGap * scale
        let most = 16 * Paper.millimeter * scale
        let side = max(1, min(most, width * faceShare, height))
        let whole = max(side, min(text, height))
        let rest = max(2, width - side - 2 * gap)
        let portrait = PaperRect(x: 0, y: (whole - side) / 2, width: side, height: side)
        // If space is short, the line gets its length first.
        let name = max(1, min(rest * 0.52, max(rest - shortestLine * scale, narrowestName * scale), rest - 1))
        let textArea = PaperRect(x: side + gap, y: (whole - text) / 2, width: name, height: text)
        let signature = PaperRect(
            x: textArea.right + gap, y: 0, width: max(1, width - textArea.right - gap), height: whole * 0.82)
        return (
            whole, portrait,
            PaperRect(x: textArea.x, y: max(0, textArea.y), width: textArea.width, height: min(text, whole)),
            signature
        )
    }
}

public struct RosterText: Hashable, Sendable {
    public let text: String
    public let size: Double
    public let isBold: Bool
    public let isDim: Bool
    /// The maximum; longer texts end in "…".
    public let lines: Int

    public init(_ text: String, size: Double, isBold: Bool = false, isDim: Bool = false, lines: Int = 1) {
        self.text = text
        self.size = size
        self.isBold = isBold
        self.isDim = isDim
        self.lines = max(1, lines)
    }

    /// The distance between lines, for every script.
    public var leading: Double { Self.leading(size) }

    static func leading(_ size: Double) -> Double { size * 1.32 }
}

public enum RosterMark: Equatable, Sendable {
    public enum Across: Equatable, Sendable { case start, center, end }
    public enum Down: Equatable, Sendable { case top, middle }

    /// Fills a square.
    case face(RowContent, PaperRect)
    /// Stacked texts, no wider than the rectangle.
    case text([RosterText], PaperRect, across: Across = .start, down: Down = .top)
    /// Along the lower edge.
    case rule(PaperRect)

    public var face: RowContent? {
        if case .face(let face, _) = self { face } else { nil }
    }
}
