import DirectoryScreens
import GtkKit

/// The widths of a table's columns: as wide as headings and numbers are, and texts share what is left.
@MainActor
final class TableMetrics {
    let columns: [TableColumn]
    private var measured: (lineHeight: Int, needs: [TableFit.Need])?
    private var fitted: (width: Int, lineHeight: Int, places: [Range<Int>])?

    /// The space at both sides of a column's text.
    nonisolated static let side = 8
    /// The room for the arrow of the column that rows are sorted by.
    static let arrow = 14

    init(_ columns: [TableColumn]) { self.columns = columns }

    /// True where these columns need the same widths.
    func fits(_ others: [TableColumn]) -> Bool {
        columns.elementsEqual(others) {
            $0.key == $1.key && $0.sample == $1.sample && ($0.direction == nil) == ($1.direction == nil)
        }
    }

    /// The columns' places in a width, from where lines begin; empty for a column that does not fit.
    func ranges(in width: Int, of widget: Widget) -> [Range<Int>] {
        let height = widget.lineHeight()
        if let fitted, fitted.width == width, fitted.lineHeight == height { return fitted.places }
        let places = TableFit(columns, needs(in: widget), in: width).places.map { $0 ?? 0..<0 }
        fitted = (width, height, places)
        return places
    }

    private func needs(in widget: Widget) -> [TableFit.Need] {
        let height = widget.lineHeight()
        if let measured, measured.lineHeight == height { return measured.needs }
        let needs = columns.map { column in
            let around = 2 * Self.side
            let heading = headingWidth(column.label, widget) + (column.direction == nil ? 0 : Self.arrow) + around
            var style = TextLine.Style()
            style.isTabular = column.isNumeric
            let sample = self.width(column.sample, style, widget)
            // Others with as many letters may be wider; digits are not.
            let content = (column.isNumeric ? sample : sample * 9 / 8) + 4 + around
            let natural = max(heading, content)
            return TableFit.Need(natural: natural, least: column.isNumeric ? natural : max(heading, height * 5))
        }
        measured = (height, needs)
        return needs
    }

    /// The least width in which a heading takes at most two lines.
    private func headingWidth(_ label: String, _ widget: Widget) -> Int {
        let style = TextLine.Style(isBold: true, scale: RowText.headerScale)
        let words = label.split(separator: " ")
        let ways = (0..<max(1, words.count)).map { cut in
            [words[..<cut], words[cut...]].map { width($0.joined(separator: " "), style, widget) }.max() ?? 0
        }
        return ways.min() ?? 0
    }

    private func width(_ text: String, _ style: TextLine.Style, _ widget: Widget) -> Int {
        TextLine(text, style: style, in: widget).size(within: 10_000).width + 1
    }
}
