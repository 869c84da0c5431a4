import DirectoryModel
import DirectoryScreens
import Foundation
public import GtkKit
import Language
import PictureKit

/// Draws the pages of a `RosterScreen`, for printing and preview.
final class RosterPrint: Printable {
    private let screen: RosterScreen
    private var pages: RosterPages?
    private var pictures: [Int64: PagePicture] = [:]
    /// True if a drawn text has letters that no font has.
    private(set) var lacksLetters = false

    init(_ screen: RosterScreen) { self.screen = screen }

    var printName: String { screen.options.title }

    var paper: PrintPaper {
        let paper = screen.options.paper
        return PrintPaper(
            pwgName: paper.pwgName, title: paper.title, width: paper.width, height: paper.height,
            isLandscape: screen.options.isLandscape)
    }

    func paginate(on sheet: PrintSheet) -> Int {
        paginate(
            on: PaperSheet(
                width: sheet.width, height: sheet.height, top: sheet.top, left: sheet.left, bottom: sheet.bottom,
                right: sheet.right))
    }

    /// - Returns: the number of pages.
    func paginate(on sheet: PaperSheet) -> Int {
        lacksLetters = false
        let made = screen.pages(on: sheet) { $0.pen(.start).height(width: $1) }
        pages = made
        return made.count
    }

    /// Decodes the page's pictures off the main thread and releases others.
    func prepare(page: Int) async {
        let wanted = (pages?.marks(on: page) ?? []).compactMap(\.face).filter(\.hasPicture).map(\.row)
        let (screen, loaded) = (screen, pictures.filter { wanted.contains($0.key) })
        let decoded = await Task.detached {
            var found = loaded
            for row in wanted where found[row] == nil {
                // A picture that cannot be read shows initials.
                found[row] = try? screen.pictureData(of: row).map { try PagePicture($0, side: 240) }
            }
            return found
        }.value
        pictures = decoded
    }

    func draw(page: Int, with pen: Pen) {
        for mark in pages?.marks(on: page) ?? [] { draw(mark, with: pen) }
    }

    private func draw(_ mark: RosterMark, with pen: Pen) {
        switch mark {
        case .face(let face, let area): draw(face, in: area, with: pen)
        case .rule(let frame):
            pen.lines([(frame.x, frame.bottom), (frame.right, frame.bottom)])
            pen.stroke(0.35, width: 0.5)
        case .text(let texts, let frame, let across, let down):
            write(texts, in: frame, across, down, with: pen)
        }
    }

    private func write(
        _ texts: [RosterText], in frame: PaperRect, _ across: RosterMark.Across, _ down: RosterMark.Down,
        with pen: Pen
    ) {
        let written = texts.map { $0.pen(across) }
        var y = frame.y
        if down == .middle {
            let height = written.reduce(0) { $0 + $1.height(width: frame.width) }
            y += max(0, (frame.height - height) / 2)
        }
        for (text, style) in zip(written, texts) {
            lacksLetters = lacksLetters || text.lacksLetters
            y += pen.write(text, x: frame.x, y: y, width: frame.width, opacity: style.isDim ? 0.62 : 1)
        }
    }

    private func draw(_ face: RowContent, in frame: PaperRect, with pen: Pen) {
        if let picture = pictures[face.row] {
            return pen.draw(picture, x: frame.x, y: frame.y, diameter: frame.width)
        }
        let colors = RosterColors.all
        let colored = pen.withColor(colors[((face.color % colors.count) + colors.count) % colors.count])
        colored.circle(frame.center, frame.y + frame.height / 2, radius: frame.width / 2)
        colored.fill(1)
        let size = frame.width * 0.38
        let initials = PenText(face.initials, size: size, isBold: false, across: .center, lines: 1, leading: size * 1.3)
        pen.withColor(.white).write(
            initials, x: frame.x, y: frame.y + (frame.height - size * 1.3) / 2, width: frame.width)
    }
}

/// The colors of the style classes avatar-0 to avatar-11.
enum RosterColors {
    static let all: [ThemeColor] = [
        0x2a6f97, 0x8a5a00, 0x5b4b8a, 0x2d6a4f, 0x9d3c5b, 0x7a4419, 0x386641, 0xb23a48, 0x3d5a80, 0x6d597a, 0x80641a,
        0x1b7f79,
    ].map { ThemeColor(hex: $0) }
}

extension RosterText {
    fileprivate func pen(_ across: RosterMark.Across) -> PenText {
        let side: PenText.Across =
            switch across {
            case .start: .start
            case .center: .center
            case .end: .end
            }
        return PenText(text, size: size, isBold: isBold, across: side, lines: lines, leading: leading)
    }
}

extension PrintError: CustomStringConvertible {
    /// What happened and what to do.
    public var description: String {
        switch self {
        case .notWritten(let name, true):
            translated("“\(name)” could not be written because the disk is full. Free some space and try again.")
        case .notWritten(let name, false):
            translated("“\(name)” could not be written. Choose another folder or name.")
        case .notPrinted(let reason): Self.notPrinted(reason ?? translated("the printing system reported an error"))
        case .cancelled: translated("Canceled. No file was written.")
        case .noRecords: translated("There are no records to print.")
        }
    }

    private static func notPrinted(_ reason: String) -> String {
        var text = reason[...]
        while let last = text.last, last == "." || last.isWhitespace { text.removeLast() }
        return translated("Printing failed: \(String(text)). Check the printer, or export a PDF instead.")
    }
}
