/// A text on paper, in one style.
public struct RosterText: Hashable, Sendable {
    public let text: String
    /// The size of its letters, in points.
    public let size: Double
    public let isBold: Bool
    public let isDim: Bool
    /// How many lines it may take; what does not fit ends in "…".
    public let lines: Int

    public init(_ text: String, size: Double, isBold: Bool = false, isDim: Bool = false, lines: Int = 1) {
        (self.text, self.size, self.isBold, self.isDim, self.lines) = (text, size, isBold, isDim, max(1, lines))
    }

    /// The distance from one line to the next; the same for every script.
    public var leading: Double { Self.leading(size) }

    static func leading(_ size: Double) -> Double { size * 1.32 }
}

/// A face on paper.
public struct RosterFace: Hashable, Sendable {
    public let row: Int64
    /// Differs where the picture may differ.
    public let hash: Int64
    public let hasPicture: Bool
    /// The initials that are shown without a picture.
    public let initials: String
    /// Which of twelve colors is behind them.
    public let color: Int

    init(_ content: RowContent) {
        (row, hash, hasPicture) = (content.row, content.hash, content.hasPicture)
        (initials, color) = (content.initials, content.color)
    }
}

/// One thing that is drawn on a page.
public enum RosterMark: Equatable, Sendable {
    public enum Across: Equatable, Sendable { case start, centre, end }
    public enum Down: Equatable, Sendable { case top, middle }

    /// A round picture that fills a square.
    case face(RosterFace, PaperRect)
    /// Texts one under the other, no wider than the rectangle.
    case words([RosterText], PaperRect, across: Across = .start, down: Down = .top)
    /// A thin line along the lower edge of the rectangle.
    case rule(PaperRect)

    public var face: RosterFace? {
        if case .face(let face, _) = self { face } else { nil }
    }
}

/// Measures how high a text is in a width, in points.
public typealias RosterMeasure = @MainActor (RosterText, _ width: Double) -> Double

/// Pages that are made when they are requested.
@MainActor
public struct RosterPages {
    public let count: Int
    private let make: @MainActor (Int) -> [RosterMark]

    init(count: Int, make: @escaping @MainActor (Int) -> [RosterMark]) { (self.count, self.make) = (count, make) }

    /// The marks on a page, the first being 0; empty where the page does not exist.
    public func marks(on page: Int) -> [RosterMark] { (0..<count).contains(page) ? make(page) : [] }
}
