import DirectoryScreens
import DirectoryWidgets
import GtkKit
import Language

/// The headings of a table's columns: sort buttons, one Tab stop.
final class TableHeader {
    let widget: Box
    private let layout: TableHeaderLayout
    private let group: FocusGroup
    private var shown: [TableColumn] = []
    private var buttons: [Button] = []
    private let tapped: @MainActor (String) -> Void

    /// - Parameter tapped: gets the column's key.
    init(_ tapped: @escaping @MainActor (String) -> Void) {
        self.tapped = tapped
        layout = TableHeaderLayout()
        widget = Box(handle: layout.makeContainer(role: .group))
        widget.accessibleName = translated("Columns")
        group = FocusGroup(in: widget)
        widget.addClass("table-header")
        layout.box = widget
        layout.shown = { [weak self] in self?.fitted($0) }
    }

    func show(_ columns: [TableColumn], _ metrics: TableMetrics) {
        if layout.metrics !== metrics { widget.queueResize() }
        layout.metrics = metrics
        guard columns != shown else { return }
        let isOther = columns.map(\.key) != shown.map(\.key)
        let focused = group.focused?.index
        shown = columns
        widget.removeAll()
        buttons = shown.map(button)
        buttons.forEach(widget.append)
        group.set([buttons])
        if !isOther, let focused { group.focus(line: 0, index: focused) }
    }

    private func fitted(_ columns: [Int]) {
        group.set([columns.compactMap { buttons.indices.contains($0) ? buttons[$0] : nil }])
    }

    private func button(_ column: TableColumn) -> Button {
        let label = Label(column.label).expanding(.horizontal).aligned(vertically: .end)
        label.wrap = true
        label.xalign = column.isNumeric ? 1 : 0
        var parts: [Widget] = [label]
        if let direction = column.direction {
            let arrow = Image(iconName: Self.icon(direction), pixelSize: 12).aligned(vertically: .end)
            arrow.setMargins(bottom: 1)
            parts.append(arrow)
        }
        let button = Button(child: Box(.horizontal, spacing: 2, parts)).styled("flat", "column")
        button.accessibleName = Self.name(column)
        button.onClicked { [tapped] in tapped(column.key) }
        return button
    }

    private static func icon(_ direction: TableColumn.Direction) -> String {
        direction == .ascending ? "pan-up-symbolic" : "pan-down-symbolic"
    }

    private static func name(_ column: TableColumn) -> String {
        switch column.direction {
        case nil: translated("Sort by \(column.label)")
        case .ascending: translated("\(column.label), sorted, smallest first")
        case .descending: translated("\(column.label), sorted, largest first")
        }
    }
}

/// Places the headings over their columns.
private final class TableHeaderLayout: ChildLayout {
    var metrics: TableMetrics?
    weak var box: Box?
    /// Called with the indexes of the headings that fit.
    var shown: (@MainActor ([Int]) -> Void)?

    private static let edge = 6

    override func height(of children: [LayoutChild], forWidth width: Int?) -> Lengths {
        let heights = zip(children, ranges(in: width ?? 0)).filter { !$1.isEmpty }.map {
            $0.height(forWidth: $1.count).natural
        }
        return (heights.max() ?? 0, heights.max() ?? 0)
    }

    override func allocate(_ children: [LayoutChild], width: Int, height: Int) {
        let isMirrored = box?.isMirrored ?? false
        let ranges = ranges(in: width)
        for (child, range) in zip(children, ranges) {
            child.setShown(!range.isEmpty)
            guard !range.isEmpty else { continue }
            let x = isMirrored ? width - Self.edge - range.upperBound : Self.edge + range.lowerBound
            child.allocate(x: x, y: 0, width: range.count, height: height)
        }
        shown?(ranges.indices.filter { !ranges[$0].isEmpty })
    }

    private func ranges(in width: Int) -> [Range<Int>] {
        guard let metrics, let box else { return [] }
        return metrics.ranges(in: width - 2 * Self.edge, of: box)
    }
}

/// The widths of a table's columns: as headings and numbers need; texts share the rest.
final class TableMetrics {
    let columns: [TableColumn]
    private var measured: (lineHeight: Int, needs: [TableFit.Need])?
    private var fitted: (width: Int, lineHeight: Int, columnRanges: [Range<Int>])?

    /// At both sides of a column's text.
    nonisolated static let side = 8
    /// For the arrow of the sorted column.
    static let arrow = 14

    init(_ columns: [TableColumn]) { self.columns = columns }

    /// True if the columns need the same widths.
    func fits(_ others: [TableColumn]) -> Bool {
        columns.elementsEqual(others) {
            $0.key == $1.key && $0.sample == $1.sample && ($0.direction == nil) == ($1.direction == nil)
        }
    }

    /// The columns' ranges in a width; empty for those that do not fit.
    func ranges(in width: Int, of widget: Widget) -> [Range<Int>] {
        let height = widget.lineHeight()
        if let fitted, fitted.width == width, fitted.lineHeight == height { return fitted.columnRanges }
        let columnRanges = TableFit(columns, needs(in: widget), in: width).ranges.map { $0 ?? 0..<0 }
        fitted = (width, height, columnRanges)
        return columnRanges
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
            // Other letters may be wider; digits are not.
            let content = (column.isNumeric ? sample : sample * 9 / 8) + 4 + around
            let natural = max(heading, content)
            return TableFit.Need(natural: natural, least: column.isNumeric ? natural : max(heading, height * 5))
        }
        measured = (height, needs)
        return needs
    }

    /// The minimum width of a heading on at most two lines.
    private func headingWidth(_ label: String, _ widget: Widget) -> Int {
        let style = TextLine.Style(isBold: true, scale: RowText.headerScale)
        let parts = label.split(separator: " ")
        let ways = (0..<max(1, parts.count)).map { cut in
            [parts[..<cut], parts[cut...]].map { width($0.joined(separator: " "), style, widget) }.max() ?? 0
        }
        return ways.min() ?? 0
    }

    private func width(_ text: String, _ style: TextLine.Style, _ widget: Widget) -> Int {
        TextLine(text, style: style, in: widget).size(within: 10_000).width + 1
    }
}
