/// Writes the pages of a roster: what stands in the places that a `RosterLayout` has found.
@MainActor
struct RosterGrid {
    let sheet: PaperSheet
    let options: RosterOptions
    let list: RosterList
    /// What records are called: "people".
    let counted: String
    let date: String
    /// What a row says, or nil where its record is gone.
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
        let line = list.rows.isEmpty ? "There is nothing to print" : counted
        return [
            .words(
                [
                    RosterText(options.title, size: 20 * scale, isBold: true),
                    RosterText(line, size: 9 * scale, isDim: true),
                ], frame)
        ]
    }

    private func header(_ header: RosterLayout.Header, _ cell: RosterCell) -> [RosterMark] {
        let (section, size) = (list.sections[header.section], 11.5 * sheet.scale)
        let frame = header.frame
        var marks = [RosterMark.rule(frame)]
        let count = header.isContinued ? "continued" : "\(section.count)"
        var signWidth = 0.0
        if let signature = cell.signature {
            signWidth = signature.width
            for column in 0..<cell.columns {
                let x = frame.x + Double(column) * (cell.width + cell.columnGap) + signature.x
                marks.append(
                    .words(
                        [RosterText("Signature", size: 7.5 * sheet.scale, isDim: true)],
                        PaperRect(x: x, y: frame.y, width: signature.width, height: frame.height - 3 * sheet.scale),
                        down: .middle))
            }
        }
        guard list.hasHeaders else { return marks }
        // The count stands at the end, or where signatures begin.
        let end = cell.signature == nil ? frame.right : frame.x + cell.width - signWidth - 10 * sheet.scale
        let number = 70 * sheet.scale
        let place = PaperRect(
            x: frame.x, y: frame.y, width: end - frame.x - number, height: frame.height - 3 * sheet.scale)
        marks.append(.words([RosterText(section.title, size: size, isBold: true)], place, down: .middle))
        marks.append(
            .words(
                [RosterText(count, size: 8.5 * sheet.scale, isDim: true)],
                PaperRect(x: place.right, y: place.y, width: number, height: place.height), across: .end,
                down: .middle))
        return marks
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
            (title, .start), (date, .centre), ("\(page) of \(count)", .end),
        ]
        return parts.enumerated().map { place, part in
            .words(
                [RosterText(part.0, size: 7 * sheet.scale, isDim: true)],
                PaperRect(x: frame.x + Double(place) * third, y: frame.y, width: third, height: frame.height),
                across: part.1, down: .middle)
        }
    }
}
