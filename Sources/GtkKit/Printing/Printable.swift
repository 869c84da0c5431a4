internal import Language

/// A sheet that is printed on, as it is read, in points.
public struct PrintSheet: Hashable, Sendable {
    public let width: Double
    public let height: Double
    /// The edges the printer leaves white.
    public let top: Double
    public let left: Double
    public let bottom: Double
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
    public let title: String
    public let width: Double
    public let height: Double
    public let isLandscape: Bool

    public init(pwgName: String, title: String, width: Double, height: Double, isLandscape: Bool) {
        (self.pwgName, self.title, self.isLandscape) = (pwgName, title, isLandscape)
        (self.width, self.height) = (width, height)
    }
}

/// Why nothing was printed: one sentence for people, and what they can do about it.
public enum PrintProblem: Error, Equatable, CustomStringConvertible {
    /// The file could not be made, or not all of it.
    case notWritten(name: String, isFull: Bool)
    /// The printing system's own words.
    case notPrinted(reason: String)
    /// There are no pages.
    case nothing

    public var description: String {
        switch self {
        case .notWritten(let name, true):
            translated("“\(name)” could not be written: the disk is full. Make room and try again.")
        case .notWritten(let name, false):
            translated("“\(name)” could not be written. Choose another folder or name.")
        case .notPrinted(let reason):
            translated("Nothing was printed: \(reason.trimmingEnd). Check the printer, or export a PDF instead.")
        case .nothing: translated("There is nothing to print.")
        }
    }
}

extension String {
    fileprivate var trimmingEnd: String {
        var text = self[...]
        while let last = text.last, last == "." || last.isWhitespace { text.removeLast() }
        return String(text)
    }
}
