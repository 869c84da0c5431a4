internal import CGtk

extension ListView {
    public var viewHeight: Double { Double(height) }

    public var rowsInView: [RowPosition] {
        factory.rows.values.compactMap { row in
            let height = Double(row.widget.height)
            guard let id = row.id, let top = top(of: row), top < viewHeight, top + height > 0 else { return nil }
            return (id, top, height)
        }.sorted { $0.top < $1.top }
    }

    public func replace(_ ids: [UInt64], renewing: [UInt64] = []) {
        var seen = anchor.map { [$0.row] } ?? []
        if seen.isEmpty, isScrolled { seen = rowsInView }
        seen.removeAll { renewing.contains($0.id) }
        let selected = Set(selectedIDs).subtracting(renewing)
        guard model.replace(ids, renewing: renewing) else { return }
        anchor?.end()
        // The rows that are in view are not those that were scrolled to.
        guard !isScrolling else { return }
        anchor = anchorRow(of: seen, selected: selected).map { ListAnchor(row: $0, in: self) }
    }

    private var isScrolled: Bool {
        gtk_scrollable_get_vadjustment(pointer).map { gtk_adjustment_get_value($0) > 0 } ?? false
    }

    /// The distance from the top of the view, or nil if GTK does not show the row's widget.
    fileprivate func top(of row: ListRow) -> Double? {
        guard let item = gtk_widget_get_parent(row.widget.widget), gtk_widget_get_child_visible(item).isTrue else {
            return nil
        }
        return row.widget.position(in: self)?.y
    }
}

/// Keeps a row in place while the list settles: after each layout and before painting, scrolls by the distance that the
/// row moved.
@MainActor
final class ListAnchor {
    let row: RowPosition
    private weak var list: ListView?
    private let clock: GObjectRef?
    private var handler: UInt = 0
    private var triesLeft = ListAnchor.maxTries
    private var frame: gint64 = -1
    private var triesInFrame = 0

    // A row that needs more tries cannot stay in place: the list is too short.
    private static let maxTries = 6
    // GTK stops a frame after four layouts.
    private static let maxTriesInFrame = 2

    init(row: RowPosition, in list: ListView) {
        self.row = row
        self.list = list
        clock = gtk_widget_get_frame_clock(list.widget).map { .retaining($0) }
        guard let clock else { return }
        handler = Signal.connect(clock.pointer, "layout") { [weak self] in self?.laidOut() }
        gtk_widget_queue_allocate(list.widget)
    }

    isolated deinit { disconnect() }

    private func disconnect() {
        if let clock, handler != 0 { Signal.disconnect(clock.pointer, handler) }
        handler = 0
    }

    func end() {
        disconnect()
        if list?.anchor === self { list?.anchor = nil }
    }

    private func laidOut() {
        guard let list else { return end() }
        // A hidden list gets its layout when it is shown.
        guard list.isMapped else { return }
        guard triesLeft > 0, let slip = slip(in: list), abs(slip) >= 1,
            let adjustment = gtk_scrollable_get_vadjustment(list.pointer)
        else { return end() }
        let now = clock.map { gdk_frame_clock_get_frame_counter($0.pointer) } ?? 0
        triesInFrame = now == frame ? triesInFrame + 1 : 1
        frame = now
        guard triesInFrame <= Self.maxTriesInFrame else { return gtk_widget_queue_draw(list.widget) }
        triesLeft -= 1
        gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) + slip)
    }

    /// The distance of the row from its place, estimated from visible rows if it has no widget.
    private func slip(in list: ListView) -> Double? {
        if let widget = list.row(id: row.id), let top = list.top(of: widget) { return top - row.top }
        let seen = list.rowsInView
        guard let first = seen.first, let last = seen.last, seen.count > 1,
            let firstIndex = list.model.position(of: row.id),
            let lastIndex = list.model.position(of: last.id)
        else { return nil }
        let height = (last.top - first.top) / Double(seen.count - 1)
        return last.top + Double(firstIndex - lastIndex) * height - row.top
    }
}
