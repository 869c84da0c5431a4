import DirectoryModel
import Testing

@testable import DirectoryScreens
@testable import DirectoryStore

/// Where faces stand on paper.
@MainActor
struct RosterGridTests {
    /// Every offered paper, upright and on its side.
    nonisolated static let sheets = Paper.all.flatMap { [PaperSheet($0), PaperSheet($0, isLandscape: true)] }

    struct Case: Sendable {
        let sheet: PaperSheet
        let counts: [Int]
        let columns: Int?
        let hasSignIn: Bool
    }

    nonisolated static let cases: [Case] = sheets.flatMap { sheet in
        [0, 1, 7, 150, 1000].flatMap { count in
            [(nil, false), (nil, true), (1, false), (8, false), (12, false), (3, true)].map { columns, hasSignIn in
                Case(sheet: sheet, counts: divided(count), columns: columns, hasSignIn: hasSignIn)
            }
        }
    }

    /// Sections of 1, 5, 2, 9, 23 … entries, and an empty one, that make up a count.
    private nonisolated static func divided(_ count: Int) -> [Int] {
        var (left, sizes, counts) = (count, [1, 5, 0, 2, 9, 23, 6, 60], [Int]())
        while left > 0 {
            let size = min(left, sizes[counts.count % sizes.count])
            counts.append(size)
            left -= size
        }
        return counts
    }

    private static let contents = (0..<1000).map { number in
        let person = DukePerson(DUID: number, fName: "Ana", lName: "Li", email: "ana@duke.edu")
        return RowContent(StoredRecord(row: Int64(number), hash: 0, hasPicture: false, record: person.record))
    }

    private func grid(
        _ sheet: PaperSheet, counts: [Int], columns: Int? = nil, hasSignIn: Bool = false
    ) -> RosterGrid {
        let options = RosterOptions {
            $0.columns = columns
            $0.hasSignIn = hasSignIn
        }
        let sections = counts.enumerated().map { Listing.Section(title: "Section \($0)", count: $1) }
        let list = Listing(sections: sections, rows: (0..<Int64(counts.reduce(0, +))).map { $0 }, revision: 0)
        return RosterGrid(sheet: sheet, options: options, list: list, counted: "", date: "Today") {
            Self.contents[Int($0)]
        }
    }

    private func grid(_ test: Case) -> RosterGrid {
        grid(test.sheet, counts: test.counts, columns: test.columns, hasSignIn: test.hasSignIn)
    }

    private func marks(_ grid: RosterGrid) -> [[RosterMark]] {
        let pages = grid.pages
        return (0..<pages.count).map(pages.marks)
    }

    /// The titles of sections, and whether they continue.
    private func headers(_ page: [RosterMark]) -> [(section: Int, isContinued: Bool, frame: PaperRect)] {
        page.indices.compactMap { index in
            guard case .text(let texts, let frame, _, _) = page[index], let text = texts.first?.text,
                text.hasPrefix("Section "), let section = Int(text.dropFirst("Section ".count)),
                case .text(let counts, _, _, _) = page[index + 1]
            else { return nil }
            return (section, counts.first?.text == "continued", frame)
        }
    }

    private func faces(_ page: [RosterMark]) -> [(entry: Int, frame: PaperRect)] {
        page.compactMap { if case .face(let face, let frame) = $0 { (Int(face.row), frame) } else { nil } }
    }

    @Test(arguments: cases)
    func everyEntryIsInsideTheMarginsUnderItsSectionsHeaderInACellOfItsOwnThatHoldsItsContents(_ test: Case) {
        let content = test.sheet.content
        #expect(content.x >= 20 && content.y >= 20)
        #expect(PaperRect(x: 0, y: 0, width: test.sheet.width, height: test.sheet.height).contains(content))
        let starts = test.counts.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1) }
        let grid = grid(test)
        let pages = marks(grid)
        #expect(pages.flatMap(faces).map(\.entry) == Array(0..<(starts.last ?? 0)))
        for page in pages {
            let frames = page.compactMap { mark in
                switch mark {
                case .face(_, let frame): frame
                // It may reach below the count in a section's header, which is aligned at the end.
                case .text(let texts, let frame, _, _): texts[0].text == "Signature" ? nil : frame
                // It is below words.
                case .rule: nil
                }
            }
            for (position, frame) in frames.enumerated() {
                #expect(content.contains(frame))
                #expect(!frames[(position + 1)...].contains { $0.overlaps(frame) })
            }
            // A page starts with a header
            if let firstFace = faces(page).map(\.frame.y).min() {
                #expect(headers(page).first.map { $0.frame.y < firstFace } == true)
            }
            for header in headers(page) {
                let under = faces(page).filter { $0.frame.y >= header.frame.bottom }
                guard let first = under.min(by: { $0.frame.y < $1.frame.y }) else {
                    Issue.record("A header stands alone")
                    continue
                }
                let section = starts[header.section]..<starts[header.section + 1]
                #expect(section.contains(first.entry))
                #expect(header.isContinued == (first.entry != section.lowerBound))
            }
        }
        // The contents are inside the cell
        let cell = grid.cell
        let whole = PaperRect(x: 0, y: 0, width: cell.width, height: cell.height)
        let parts = [cell.portrait, cell.textArea] + (cell.signature.map { [$0] } ?? [])
        for (position, part) in parts.enumerated() {
            #expect(whole.contains(part))
            #expect(!parts[(position + 1)...].contains { $0.overlaps(part) })
        }
        #expect((cell.signature != nil) == test.hasSignIn)
        #expect(cell.portrait.width == cell.portrait.height)
        // And no column is narrower than what stands in it
        guard let signature = cell.signature else {
            return #expect(cell.width / Paper.millimeter > 18.9)
        }
        #expect(cell.textArea.width / Paper.millimeter > 27.9)
        // The smallest paper has no room for more beside a face and a name.
        #expect(signature.width / Paper.millimeter > (test.sheet.width == Paper.a6.width ? 38 : 44.9))
    }

    @Test func onlyTheFirstPageHasTheTitle() {
        let pages = marks(grid(PaperSheet(.a4), counts: [150]))
        let titled = pages.map { page in
            page.contains { if case .text(let texts, _, _, _) = $0 { texts[0].size == 20 } else { false } }
        }
        #expect(titled == [true] + Array(repeating: false, count: pages.count - 1))
        #expect(grid(PaperSheet(.a4), counts: []).pages.count == 1)
    }

    @Test(arguments: [(Paper.a4, 4), (.letter, 4), (.a6, 2), (.a5, 3), (.a3, 6)])
    func asManyFacesStandSideBySideAsLookWell(paper: Paper, columns: Int) {
        let cell = grid(PaperSheet(paper), counts: [20]).cell
        #expect(cell.columns == columns)
        let centimetres = cell.portrait.width / Paper.millimeter / 10
        #expect((2.2...3).contains(centimetres))
    }

    @Test(arguments: [
        (Paper.a4, 12, false, 8), (.a4, 5, false, 5), (.a6, 12, false, 3), (.a3, 12, false, 12), (.a4, 3, true, 1),
        (.legal, 12, true, 1), (.a3, 12, true, 2),
    ])
    func moreColumnsThanFitAreNotLaidOut(paper: Paper, wished: Int, hasSignIn: Bool, columns: Int) {
        let grid = grid(PaperSheet(paper), counts: [20], columns: wished, hasSignIn: hasSignIn)
        #expect(grid.cell.columns == columns)
    }

    @Test func moreThanAPrinterCanIsNotPrintedOn() {
        let sheet = PaperSheet(width: 595, height: 842, top: 80, left: 70, bottom: 90, right: 60)
        let content = sheet.content
        #expect((content.x, content.y, content.right, content.bottom) == (70, 80, 535, 752))
    }

    @Test(arguments: [(1.0, 1.0), (30, 5000), (5000, 30), (-4, .nan), (140, 90)])
    func paperThatIsNoneStillEnds(width: Double, height: Double) {
        let sheet = PaperSheet(width: width, height: height)
        #expect(marks(grid(sheet, counts: [3, 40])).flatMap(faces).map(\.entry) == Array(0..<43))
    }
}

extension PaperRect {
    /// True where the other rectangle is inside this one, except for a rounding error.
    func contains(_ other: PaperRect) -> Bool {
        let slack = 0.001
        return other.x >= x - slack && other.y >= y - slack && other.right <= right + slack
            && other.bottom <= bottom + slack
    }

    /// True where both have more than an edge in common.
    func overlaps(_ other: PaperRect) -> Bool {
        let slack = 0.001
        return x < other.right - slack && other.x < right - slack && y < other.bottom - slack
            && other.y < bottom - slack
    }
}
