import Language

/// Writes the pages of a roster: fills the places that a `RosterLayout` has found.
@MainActor
struct RosterGrid {
    let sheet: PaperSheet
    let options: RosterOptions
    let list: RosterList
    /// The word for the records: "people".
    let counted: String
    let date: String
    /// The content of a row, or nil where its record is gone.
    let content: (Int64) -> RowContent?

    /// Every page.
    var pages: RosterPages {
        let layout = RosterLayout(
            sheet, counts: list.sections.map(\.count), hasHeaders: list.hasHeaders, columns: options.columns,
            hasSignIn: options.hasSignIn)
        return RosterPages(count: layout.pages.count) { number in marks(layout, number) }
    }

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
        // Letters keep a distance from the line under them.
        let text = PaperRect(
            x: header.frame.x, y: header.frame.y, width: header.frame.width,
            height: header.frame.height - 3 * sheet.scale)
        let (titled, counted) = text.divided(at: text.width - 70 * sheet.scale)
        var marks = [RosterMark.rule(header.frame)] + signatures(over: text, cell)
        guard list.hasHeaders else { return marks }
        let room = cell.signature.map { PaperRect(x: text.x, y: text.y, width: $0.x, height: text.height) } ?? titled
        marks.append(
            .words([RosterText(section.title, size: 11.5 * sheet.scale, isBold: true)], room, down: .middle))
        let count = header.isContinued ? translated("continued") : "\(section.count)"
        marks.append(
            .words(
                [RosterText(count, size: 8.5 * sheet.scale, isDim: true)], counted, across: .end, down: .middle))
        return marks
    }

    /// A heading over every column of lines to sign on.
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
            .face(RosterFace(content), put(cell.portrait)),
            .words(
                texts, put(cell.words), across: cell.signature == nil ? .centre : .start,
                down: cell.signature == nil ? .top : .middle),
        ]
        if let signature = cell.signature { marks.append(.rule(put(signature))) }
        return marks
    }

    /// Title, date and number of the page, at the lower edge.
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
