/// A sheet in reading orientation, in points.
public struct PrintSheet: Hashable, Sendable {
    /// The width.
    public let width: Double
    /// The height.
    public let height: Double
    /// The margin at the upper edge that the printer leaves white.
    public let top: Double
    /// The margin at the left edge that the printer leaves white.
    public let left: Double
    /// The margin at the lower edge that the printer leaves white.
    public let bottom: Double
    /// The margin at the right edge that the printer leaves white.
    public let right: Double
}

/// A document that is printed page by page.
@MainActor
public protocol Printable: AnyObject {
    /// The name in the printer's queue.
    var printName: String { get }
    /// Divides the document into pages that fit on the sheet, whatever the sheet was before.
    /// - Returns: the number of pages.
    func paginate(on sheet: PrintSheet) -> Int
    /// Loads what a page needs, the first being 0; the page is drawn right after.
    func prepare(page: Int) async
    /// Draws a page in points from the sheet's upper left corner, with a black pen.
    func draw(page: Int, with pen: Pen)
}
