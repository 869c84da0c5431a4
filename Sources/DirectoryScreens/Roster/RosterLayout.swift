import DirectoryModel
import DirectoryStore
import Language

/// The places of a roster's faces on the pages of any paper.
///
/// A section's header stays with its first row, and is repeated on the next page.
public struct RosterLayout: Sendable {
    public struct Header: Sendable {
        /// From 0.
        public let section: Int
        /// True if the section began on an earlier page.
        public let isContinued: Bool
        public let frame: PaperRect
    }

    public struct Cell: Sendable {
        /// The index of the entry.
        public let entry: Int
        public let frame: PaperRect
    }

    public struct Page: Sendable {
        /// Only on the first page.
        public internal(set) var title: PaperRect?
        public internal(set) var headers: [Header] = []
        public internal(set) var cells: [Cell] = []
        public let footer: PaperRect
    }

    /// At least one.
    public private(set) var pages: [Page]
    public let cell: RosterCell
    private let hasHeaders: Bool
    private let content: PaperRect
    private let metrics: RosterMetrics
    private var y: Double
    private var placed = 0

    /// - Parameters:
    ///   - counts: the entries of each section.
    ///   - hasHeaders: false if sections have no titles.
    ///   - columns: the wish; nil for a good-looking number.
    public init(
        _ sheet: PaperSheet, counts: [Int], hasHeaders: Bool = true, columns: Int? = nil, hasSignIn: Bool = false
    ) {
        self.hasHeaders = hasHeaders || hasSignIn
        metrics = RosterMetrics(scale: sheet.scale)
        let whole = sheet.content
        content = PaperRect(
            x: whole.x, y: whole.y, width: whole.width, height: whole.height - metrics.footer - metrics.footerGap)
        let taken = metrics.title + (self.hasHeaders ? metrics.header + metrics.headerGap : 0)
        cell = RosterCell(
            width: content.width, height: content.height - taken, columns: columns, hasSignIn: hasSignIn, metrics)
        let title = PaperRect(x: content.x, y: content.y, width: content.width, height: metrics.title)
        pages = [Page(title: title, footer: metrics.footer(of: sheet))]
        y = title.bottom
        for (section, count) in counts.enumerated() where count > 0 { place(section: section, count: count) }
    }

    /// The most columns with readable names and room to sign.
    public static func maxColumns(_ sheet: PaperSheet, hasSignIn: Bool) -> Int {
        RosterCell.maxColumns(width: sheet.content.width / sheet.scale, hasSignIn: hasSignIn)
    }

    private var page: Page {
        get { pages[pages.count - 1] }
        set { pages[pages.count - 1] = newValue }
    }

    private mutating func place(section: Int, count: Int) {
        let isPageUnused = page.cells.isEmpty && page.headers.isEmpty
        let gap = isPageUnused ? 0 : metrics.sectionGap
        let header = hasHeaders ? metrics.header + metrics.headerGap : 0
        // A header stays with its first row.
        if y + gap + header + cell.height > content.bottom, !isPageUnused { turn() } else { y += gap }
        if hasHeaders { placeHeader(of: section, isContinued: false) }
        for start in stride(from: 0, to: count, by: cell.columns) {
            if start > 0, y + cell.rowGap + cell.height > content.bottom {
                turn()
                if hasHeaders { placeHeader(of: section, isContinued: true) }
            } else if start > 0 {
                y += cell.rowGap
            }
            placeRow(min(cell.columns, count - start))
        }
    }

    private mutating func turn() {
        pages.append(Page(footer: page.footer))
        y = content.y
    }

    private mutating func placeHeader(of section: Int, isContinued: Bool) {
        let frame = PaperRect(x: content.x, y: y, width: content.width, height: metrics.header)
        page.headers.append(Header(section: section, isContinued: isContinued, frame: frame))
        y += metrics.header + metrics.headerGap
    }

    private mutating func placeRow(_ count: Int) {
        for column in 0..<count {
            let frame = PaperRect(
                x: content.x + Double(column) * (cell.width + cell.columnGap), y: y, width: cell.width,
                height: cell.height)
            page.cells.append(Cell(entry: placed, frame: frame))
            placed += 1
        }
        y += cell.height
    }
}

/// Draws the pages of a `RosterLayout`.
@MainActor
struct RosterGrid {
    let sheet: PaperSheet
    let options: RosterOptions
    let list: Listing
    /// "3 people".
    let counted: String
    let date: String
    /// Nil if the record is gone.
    let content: (Int64) -> RowContent?

    var pages: RosterPages {
        let layout = RosterLayout(
            sheet, counts: list.sections.map(\.count), hasHeaders: hasHeaders, columns: options.columns,
            hasSignIn: options.hasSignIn)
        return RosterPages(count: layout.pages.count) { number in marks(layout, number) }
    }

    private var hasHeaders: Bool { list.sections.contains { !$0.title.isEmpty } }

    private func marks(_ layout: RosterLayout, _ number: Int) -> [RosterMark] {
        let page = layout.pages[number]
        var marks: [RosterMark] = []
        if let frame = page.title { marks += title(in: frame) }
        for header in page.headers { marks += self.header(header, layout.cell) }
        for cell in page.cells { marks += self.cell(cell, layout.cell) }
        return marks
            + Self.footer(
                title: options.title, date: date, page: number + 1, of: layout.pages.count, in: page.footer, sheet)
    }

    private func title(in frame: PaperRect) -> [RosterMark] {
        let scale = sheet.scale
        let line = list.rows.isEmpty ? translated("There are no records to print") : counted
        return [
            .words(
                [
                    RosterText(options.title, size: 20 * scale, isBold: true),
                    RosterText(line, size: 9 * scale, isDim: true),
                ], frame)
        ]
    }

    private func header(_ header: RosterLayout.Header, _ cell: RosterCell) -> [RosterMark] {
        let section = list.sections[header.section]
        // Leave a gap above the line.
        let text = PaperRect(
            x: header.frame.x, y: header.frame.y, width: header.frame.width,
            height: header.frame.height - 3 * sheet.scale)
        let (titled, counted) = text.divided(at: text.width - 70 * sheet.scale)
        var marks = [RosterMark.rule(header.frame)] + signatures(over: text, cell)
        guard hasHeaders else { return marks }
        let room = cell.signature.map { PaperRect(x: text.x, y: text.y, width: $0.x, height: text.height) } ?? titled
        marks.append(
            .words(
                [RosterText(section.title.line(cutAt: 200), size: 11.5 * sheet.scale, isBold: true)], room,
                down: .middle))
        let count = header.isContinued ? translated("continued") : "\(section.count)"
        marks.append(
            .words(
                [RosterText(count, size: 8.5 * sheet.scale, isDim: true)], counted, across: .end, down: .middle))
        return marks
    }

    /// A heading above each column of lines.
    private func signatures(over text: PaperRect, _ cell: RosterCell) -> [RosterMark] {
        guard let signature = cell.signature else { return [] }
        return (0..<cell.columns).map { column in
            let x = text.x + Double(column) * (cell.width + cell.columnGap) + signature.x
            return .words(
                [RosterText(translated("Signature"), size: 8.5 * sheet.scale, isDim: true)],
                PaperRect(x: x, y: text.y, width: signature.width / 2, height: text.height), down: .middle)
        }
    }

    private func cell(_ place: RosterLayout.Cell, _ cell: RosterCell) -> [RosterMark] {
        guard let content = content(list.rows[place.entry]) else { return [] }
        let put = { (part: PaperRect) in part.moved(to: place.frame.x + part.x, place.frame.y + part.y) }
        var texts = [RosterText(content.title, size: cell.nameSize, isBold: true, lines: 2)]
        if !content.subtitle.isEmpty { texts.append(RosterText(content.subtitle, size: cell.lineSize, isDim: true)) }
        var marks: [RosterMark] = [
            .face(content, put(cell.portrait)),
            .words(
                texts, put(cell.words), across: cell.signature == nil ? .centre : .start,
                down: cell.signature == nil ? .top : .middle),
        ]
        if let signature = cell.signature { marks.append(.rule(put(signature))) }
        return marks
    }

    static func footer(
        title: String, date: String, page: Int, of count: Int, in frame: PaperRect, _ sheet: PaperSheet
    ) -> [RosterMark] {
        let third = frame.width / 3
        let parts: [(String, RosterMark.Across)] = [
            (title, .start), (date, .centre), (translated("\(page) of \(count)"), .end),
        ]
        return parts.enumerated().map { place, part in
            .words(
                [RosterText(part.0, size: 7 * sheet.scale, isDim: true)],
                PaperRect(x: frame.x + Double(place) * third, y: frame.y, width: third, height: frame.height),
                across: part.1, down: .middle)
        }
    }
}
