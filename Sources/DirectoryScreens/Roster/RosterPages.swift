import Language

/// The height of a text in a width, in points.
public typealias RosterMeasure = @MainActor (RosterText, _ width: Double) -> Double

/// The parts of a roster, from top to bottom on as many pages as they need. A part is made when its page is drawn.
@MainActor
public struct RosterPages {
    typealias Part = @MainActor () -> [RosterMark]

    let sheet: PaperSheet
    /// The area of the parts.
    let body: PaperRect
    private let title: String
    private let date: String
    /// True if a single page has a number, too.
    private let numbersOnePage: Bool
    private var pages: [[Part]] = [[]]
    private var y: Double

    init(_ sheet: PaperSheet, body: PaperRect? = nil, title: String, date: String, numbersOnePage: Bool = true) {
        self.sheet = sheet
        self.body = body ?? sheet.body
        self.title = title
        self.date = date
        self.numbersOnePage = numbersOnePage
        y = self.body.y
    }

    public var count: Int { pages.count }

    /// Empty if the page does not exist; the first is 0.
    public func marks(on page: Int) -> [RosterMark] {
        pages.indices.contains(page) ? pages[page].flatMap { $0() } + footer(of: page) : []
    }

    func hasRoom(for height: Double) -> Bool { y + height <= body.bottom }

    var isPageEmpty: Bool { pages[pages.count - 1].isEmpty }

    mutating func turn() {
        pages.append([])
        y = body.y
    }

    mutating func skip(_ height: Double) { y += height }

    mutating func append(height: Double, _ make: @escaping @MainActor (PaperRect) -> [RosterMark]) {
        let frame = PaperRect(x: body.x, y: y, width: body.width, height: height)
        pages[pages.count - 1].append { make(frame) }
        y += height
    }

    private func footer(of page: Int) -> [RosterMark] {
        let frame = sheet.footer
        let third = frame.width / 3
        let isNumbered = count > 1 || numbersOnePage
        let parts: [(text: String, across: RosterMark.Across)] = [
            (isNumbered ? title : "", .start), (date, .center),
            (isNumbered ? translated("\(page + 1) of \(count)") : "", .end),
        ]
        return parts.enumerated().filter { !$0.element.text.isEmpty }.map { index, part in
            .text(
                [RosterText(part.text, size: 7 * sheet.scale, isDim: true)],
                PaperRect(x: frame.x + Double(index) * third, y: frame.y, width: third, height: frame.height),
                across: part.across, down: .middle)
        }
    }
}
