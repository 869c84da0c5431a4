import DirectoryModel
import DirectoryStore
import Language

/// A roster: sections of faces in columns. A section's header remains with its first row, and is repeated on the next page.
@MainActor
struct RosterGrid {
    let sheet: PaperSheet
    let options: RosterOptions
    let list: Listing
    /// "3 people".
    let counted: String
    let date: String
    /// Nil if the record is gone.
    let content: @MainActor (Int64) -> RowContent?

    // Heights, in points before scaling.
    private static let title = 58.0
    private static let header = 20.0
    private static let headerGap = 12.0
    private static let sectionGap = 20.0

    private var scale: Double { sheet.scale }
    private var hasTitles: Bool { list.sections.contains { !$0.title.isEmpty } }

    /// The height of a section's header with the gap below it; 0 without.
    private var header: Double { hasTitles || options.hasSignIn ? (Self.header + Self.headerGap) * scale : 0 }

    var cell: RosterCell {
        RosterCell(
            width: sheet.body.width, height: sheet.body.height - Self.title * scale - header, columns: options.columns,
            hasSignIn: options.hasSignIn, scale: scale)
    }

    var pages: RosterPages {
        let cell = cell
        var pages = RosterPages(sheet, title: options.title, date: date)
        pages.append(height: Self.title * scale) { title(in: $0) }
        var first = 0
        for section in list.sections where section.count > 0 {
            add(section, from: first, cell, on: &pages)
            first += section.count
        }
        return pages
    }

    private func add(_ section: Listing.Section, from first: Int, _ cell: RosterCell, on pages: inout RosterPages) {
        let gap = first == 0 ? 0 : Self.sectionGap * scale
        if first > 0, !pages.hasRoom(for: gap + header + cell.height) { pages.turn() } else { pages.skip(gap) }
        addHeader(section, isContinued: false, cell, on: &pages)
        for start in stride(from: first, to: first + section.count, by: cell.columns) {
            if start > first, pages.hasRoom(for: cell.rowGap + cell.height) {
                pages.skip(cell.rowGap)
            } else if start > first {
                pages.turn()
                addHeader(section, isContinued: true, cell, on: &pages)
            }
            let row = start..<min(start + cell.columns, first + section.count)
            pages.append(height: cell.height) { frame in
                row.flatMap { marks(of: $0, at: frame.x + cell.offset(of: $0 - start), frame.y, cell) }
            }
        }
    }

    private func title(in frame: PaperRect) -> [RosterMark] {
        let line = list.rows.isEmpty ? translated("There are no records to print") : counted
        return [
            .text(
                [
                    RosterText(options.title, size: 20 * scale, isBold: true),
                    RosterText(line, size: 9 * scale, isDim: true),
                ], frame)
        ]
    }

    private func addHeader(
        _ section: Listing.Section, isContinued: Bool, _ cell: RosterCell, on pages: inout RosterPages
    ) {
        guard header > 0 else { return }
        pages.append(height: Self.header * scale) { marks(of: section, isContinued: isContinued, cell, in: $0) }
        pages.skip(Self.headerGap * scale)
    }

    private func marks(
        of section: Listing.Section, isContinued: Bool, _ cell: RosterCell, in frame: PaperRect
    ) -> [RosterMark] {
        // Leave a gap above the line.
        let text = PaperRect(x: frame.x, y: frame.y, width: frame.width, height: frame.height - 3 * scale)
        let (titled, counted) = text.divided(at: text.width - 70 * scale)
        let marks = [RosterMark.rule(frame)] + signatures(over: text, cell)
        guard hasTitles else { return marks }
        let room = cell.signature.map { PaperRect(x: text.x, y: text.y, width: $0.x, height: text.height) } ?? titled
        let title = RosterText(section.title.line(cutAt: 200), size: 11.5 * scale, isBold: true)
        let count = isContinued ? translated("continued") : "\(section.count)"
        return marks + [
            .text([title], room, down: .middle),
            .text([RosterText(count, size: 8.5 * scale, isDim: true)], counted, across: .end, down: .middle),
        ]
    }

    /// A heading above each column of lines.
    private func signatures(over text: PaperRect, _ cell: RosterCell) -> [RosterMark] {
        guard let signature = cell.signature else { return [] }
        return (0..<cell.columns).map { column in
            let x = text.x + cell.offset(of: column) + signature.x
            return .text(
                [RosterText(translated("Signature"), size: 8.5 * scale, isDim: true)],
                PaperRect(x: x, y: text.y, width: signature.width / 2, height: text.height), down: .middle)
        }
    }

    private func marks(of entry: Int, at x: Double, _ y: Double, _ cell: RosterCell) -> [RosterMark] {
        guard let content = content(list.rows[entry]) else { return [] }
        let put = { (part: PaperRect) in part.moved(to: x + part.x, y + part.y) }
        var texts = [RosterText(content.title, size: cell.nameSize, isBold: true, lines: 2)]
        if !content.subtitle.isEmpty { texts.append(RosterText(content.subtitle, size: cell.lineSize, isDim: true)) }
        let hasLine = cell.signature != nil
        let text = RosterMark.text(
            texts, put(cell.textArea), across: hasLine ? .start : .center, down: hasLine ? .middle : .top)
        return [.face(content, put(cell.portrait)), text] + (cell.signature.map { [.rule(put($0))] } ?? [])
    }
}
