import DirectoryModel

/// A record's card; what does not fit continues on the next page.
@MainActor
struct RosterCard {
    let sheet: PaperSheet
    let detail: DetailContent
    let title: String
    let date: String
    let measure: RosterMeasure

    /// Slightly smaller letters, if that saves a page. A card of one page needs no page number.
    var pages: RosterPages {
        let scale = max(sheet.scale, min(1.5, min(sheet.width, sheet.height) / Paper.a6.width))
        let tries = [1, 0.92, 0.85, 0.78].lazy.map { pages(scale * $0) }
        return tries.first { $0.count == 1 } ?? pages(scale)
    }

    private func pages(_ scale: Double) -> RosterPages {
        // No wider than comfortable lines.
        let whole = sheet.body
        let width = min(whole.width, 330 * scale)
        let body = PaperRect(x: whole.center - width / 2, y: whole.y, width: width, height: whole.height)
        let pages = RosterPages(sheet, body: body, title: title, date: date, numbersOnePage: false)
        var flow = CardFlow(scale: scale, measure: measure, pages: pages)
        flow.addHead(detail)
        if !detail.summary.isEmpty {
            flow.append(RosterText(detail.summary, size: 8.5 * scale, lines: 14), across: .start, gap: 10)
        }
        // Do not repeat the subtitle.
        for line in detail.lines where line.printed != detail.header.subtitle { flow.append(line) }
        return flow.pages
    }
}

/// Stacks a card's parts in one scale.
@MainActor
private struct CardFlow {
    let scale: Double
    let measure: RosterMeasure
    var pages: RosterPages
    private var content: PaperRect { pages.body }

    mutating func addHead(_ detail: DetailContent) {
        let side = min(85 * scale, content.width, content.height / 3)
        append(height: side, gap: 10) { frame in
            [.face(detail.header, PaperRect(x: frame.center - side / 2, y: frame.y, width: side, height: side))]
        }
        append(RosterText(detail.header.title, size: 17 * scale, isBold: true, lines: 2), across: .center, gap: 2)
        for text in [detail.pill, detail.header.subtitle] where !text.isEmpty {
            append(RosterText(text, size: 8.5 * scale, isDim: true, lines: 2), across: .center, gap: 1)
        }
        pages.skip(10 * scale)
    }

    mutating func append(_ text: RosterText, across: RosterMark.Across, gap: Double) {
        append(height: measure(text, content.width), gap: gap) { [.text([text], $0, across: across)] }
    }

    mutating func append(_ line: DetailContent.Line) {
        let (labelWidth, gap) = (content.width * 0.28, 8 * scale)
        let label = RosterText(line.label, size: 8 * scale, isDim: true, lines: 2)
        let value = RosterText(line.printed, size: 8 * scale, lines: 8)
        let height = max(measure(label, labelWidth), measure(value, content.width - labelWidth - gap))
        append(height: height, gap: 3.5) { frame in
            [
                .text([label], PaperRect(x: frame.x, y: frame.y, width: labelWidth, height: frame.height)),
                .text(
                    [value],
                    PaperRect(
                        x: frame.x + labelWidth + gap, y: frame.y, width: frame.width - labelWidth - gap,
                        height: frame.height)),
            ]
        }
    }

    private mutating func append(height: Double, gap: Double, _ make: @escaping @MainActor (PaperRect) -> [RosterMark])
    {
        let height = min(height, content.height)
        if !pages.hasRoom(for: height), !pages.isPageEmpty { pages.turn() }
        pages.append(height: height, make)
        pages.skip(gap * scale)
    }
}

extension DetailContent.Line {
    fileprivate var printed: String {
        switch value {
        case .text(let text): text
        case .chips(let chips): chips.map(\.label).joined(separator: "   ")
        case .badges(let badges): badges.joined(separator: ", ")
        }
    }
}
