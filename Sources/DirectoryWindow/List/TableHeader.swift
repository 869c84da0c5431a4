import DirectoryScreens
import DirectoryWidgets
import GtkKit
import Language

/// The headings of a table's columns: buttons that sort by them, of which one is a Tab stop.
@MainActor
final class TableHeader {
    let widget: Box
    private let layout: TableHeaderLayout
    private let group: FocusGroup
    private var shown: [TableColumn] = []
    private var buttons: [Button] = []
    private let tapped: @MainActor (String) -> Void

    /// - Parameter tapped: called with the key of the column whose heading was clicked.
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

    /// Shows the headings of these columns.
    func show(_ columns: [TableColumn], _ metrics: TableMetrics) {
        if layout.metrics !== metrics { widget.queueResize() }
        layout.metrics = metrics
        guard columns != shown else { return }
        let isOther = columns.map(\.key) != shown.map(\.key)
        let focused = group.focused?.place
        shown = columns
        widget.removeAll()
        buttons = shown.map(button)
        buttons.forEach(widget.append)
        group.set([buttons])
        if !isOther, let focused { group.focus(line: 0, place: focused) }
    }

    /// The arrow keys move between the headings that there is room for.
    private func fitted(_ places: [Int]) {
        group.set([places.compactMap { buttons.indices.contains($0) ? buttons[$0] : nil }])
    }

    private func button(_ column: TableColumn) -> Button {
        let label = Label(column.label)
        label.wrap = true
        label.xalign = column.isNumeric ? 1 : 0
        label.hexpand = true
        label.valign = .end
        var parts: [Widget] = [label]
        if let direction = column.direction {
            let arrow = Image(iconName: Self.icon(direction), pixelSize: 12)
            arrow.valign = .end
            arrow.setMargins(bottom: 1)
            parts.append(arrow)
        }
        let button = Button(child: Box(.horizontal, spacing: 2, parts))
        button.addClass("flat")
        button.addClass("column")
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
    /// Called with the places of the headings that there is room for.
    var shown: (@MainActor ([Int]) -> Void)?

    /// As rows have at their sides.
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
            child.place(x: x, y: 0, width: range.count, height: height)
        }
        shown?(ranges.indices.filter { !ranges[$0].isEmpty })
    }

    private func ranges(in width: Int) -> [Range<Int>] {
        guard let metrics, let box else { return [] }
        return metrics.ranges(in: width - 2 * Self.edge, of: box)
    }
}
