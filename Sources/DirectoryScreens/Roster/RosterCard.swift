import DirectoryModel

/// A record's card; what does not fit continues on the next page.
@MainActor
struct RosterCard {
    let sheet: PaperSheet
    let detail: DetailContent
    let title: String
    let date: String
    let measure: RosterMeasure

    /// Slightly smaller letters, if that saves a page.
    var pages: RosterPages {
        let scale = max(sheet.scale, min(1.5, min(sheet.width, sheet.height) / Paper.a6.width))
        let tries = [1, 0.92, 0.85, 0.78].lazy.map { CardWriter(card: self, scale: scale * $0).pages }
        let pages = tries.first { $0.count == 1 } ?? CardWriter(card: self, scale: scale).pages
        let footer = metrics.footer(of: sheet)
        return RosterPages(count: pages.count) { number in
            // A card of one page needs no page number.
            pages[number]
                + (pages.count > 1
                    ? RosterGrid.footer(title: title, date: date, page: number + 1, of: pages.count, in: footer, sheet)
                    : [.words([RosterText(date, size: 7 * sheet.scale, isDim: true)], footer, across: .centre)])
        }
    }

    private var metrics: RosterMetrics { RosterMetrics(scale: sheet.scale) }

    /// The area above the footer, no wider than comfortable lines.
    fileprivate func content(_ scale: Double) -> PaperRect {
        let whole = sheet.content
        let width = min(whole.width, 330 * scale)
        return PaperRect(
            x: whole.centre - width / 2, y: whole.y, width: width,
            height: whole.height - metrics.footer - metrics.footerGap)
    }
}

/// A card in one scale.
@MainActor
private struct CardWriter {
    let card: RosterCard
    let scale: Double
    private var detail: DetailContent { card.detail }

    var pages: [[RosterMark]] {
        var flow = CardFlow(card.content(scale))
        placeHead(&flow)
        placeSummary(&flow)
        // Do not repeat the subtitle.
        for line in detail.lines where line.printed != detail.header.subtitle { place(line, &flow) }
        return flow.finished
    }

    private func placeHead(_ flow: inout CardFlow) {
        let side = min(85 * scale, flow.content.width, flow.content.height / 3)
        flow.place(height: side, gap: 10 * scale) { frame in
            [
                .face(
                    detail.header,
                    PaperRect(x: frame.centre - side / 2, y: frame.y, width: side, height: side))
            ]
        }
        let name = RosterText(detail.header.title, size: 17 * scale, isBold: true, lines: 2)
        place(name, &flow, across: .centre, gap: 2 * scale)
        for text in [detail.pill, detail.header.subtitle] where !text.isEmpty {
            place(RosterText(text, size: 8.5 * scale, isDim: true, lines: 2), &flow, across: .centre, gap: 1 * scale)
        }
        flow.skip(10 * scale)
    }

    private func placeSummary(_ flow: inout CardFlow) {
        guard !detail.summary.isEmpty else { return }
        place(RosterText(detail.summary, size: 8.5 * scale, lines: 14), &flow, across: .start, gap: 10 * scale)
    }

    private func place(
        _ text: RosterText, _ flow: inout CardFlow, across: RosterMark.Across, gap: Double
    ) {
        let height = card.measure(text, flow.content.width)
        flow.place(height: height, gap: gap) { [.words([text], $0, across: across)] }
    }

    private func place(_ line: DetailContent.Line, _ flow: inout CardFlow) {
        let labelWidth = flow.content.width * 0.28
        let gap = 8 * scale
        let label = RosterText(line.label, size: 8 * scale, isDim: true, lines: 2)
        let value = RosterText(line.printed, size: 8 * scale, lines: 8)
        let height = max(card.measure(label, labelWidth), card.measure(value, flow.content.width - labelWidth - gap))
        flow.place(height: height, gap: 3.5 * scale) { frame in
            [
                .words([label], PaperRect(x: frame.x, y: frame.y, width: labelWidth, height: frame.height)),
                .words(
                    [value],
                    PaperRect(
                        x: frame.x + labelWidth + gap, y: frame.y, width: frame.width - labelWidth - gap,
                        height: frame.height)),
            ]
        }
    }
}

/// Stacks parts, continuing on the next page.
private struct CardFlow {
    let content: PaperRect
    private var pages: [[RosterMark]] = []
    private var marks: [RosterMark] = []
    private var y: Double

    init(_ content: PaperRect) { (self.content, y) = (content, content.y) }

    var finished: [[RosterMark]] { pages + [marks] }

    mutating func skip(_ height: Double) { if !marks.isEmpty { y += height } }

    mutating func place(height: Double, gap: Double, _ make: (PaperRect) -> [RosterMark]) {
        let height = min(height, content.height)
        if y + height > content.bottom, !marks.isEmpty {
            pages.append(marks)
            marks = []
            y = content.y
        }
        marks += make(PaperRect(x: content.x, y: y, width: content.width, height: height))
        y += height + gap
    }
}

extension DetailContent.Line {
    fileprivate var printed: String {
        switch value {
        case .text(let text): text
        case .chips(let chips): chips.map { "\($0.emoji) \($0.text)" }.joined(separator: "   ")
        case .badges(let badges): badges.joined(separator: ", ")
        }
    }
}
