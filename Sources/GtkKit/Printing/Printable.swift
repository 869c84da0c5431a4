/// A sheet that is printed on, as it is read, in points.
public struct PrintSheet: Hashable, Sendable {
    /// From left to right.
    public let width: Double
    /// From top to bottom.
    public let height: Double
    /// The upper edge, which the printer leaves white.
    public let top: Double
    /// The left edge, which the printer leaves white.
    public let left: Double
    /// The lower edge, which the printer leaves white.
    public let bottom: Double
    /// The right edge, which the printer leaves white.
    public let right: Double
}

/// What can be printed, page by page.
@MainActor
public protocol Printable: AnyObject {
    /// What the printer's queue calls it.
    var printName: String { get }
    /// Divides it into pages that fit on the sheet, whatever sheet it was before.
    /// - Returns: how many there are.
    func paginate(on sheet: PrintSheet) -> Int
    /// Fetches what a page needs, the first being 0; the page is drawn right after.
    func prepare(page: Int) async
    /// Draws a page in points from the sheet's upper left corner, with a black pen.
    func draw(page: Int, with pen: Pen)
}

/// A size of paper, upright, in points.
public struct PrintPaper: Hashable, Sendable {
    /// As in `iso_a4`.
    public let pwgName: String
    /// What people call it.
    public let title: String
    /// The shorter edge.
    public let width: Double
    /// The longer edge.
    public let height: Double
    /// Whether it is turned before it is printed on.
    public let isLandscape: Bool

    /// A size of paper.
    public init(pwgName: String, title: String, width: Double, height: Double, isLandscape: Bool) {
        (self.pwgName, self.title, self.isLandscape) = (pwgName, title, isLandscape)
        (self.width, self.height) = (width, height)
    }
}

/// Why nothing was printed.
public enum PrintError: Error, Equatable {
    /// The file could not be made, or not all of it.
    case notWritten(name: String, isFull: Bool)
    /// The printing system's own words, where it has any.
    case notPrinted(reason: String?)
    /// There are no pages.
    case nothing
}
