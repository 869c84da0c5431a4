internal import GtkKit

/// The handle with which the pointer makes the list of a FoldBox wider or narrower: a strip over the line between list
/// and detail. It is dragged; a double click brings back the usual width.
@MainActor
final class FoldHandle {
    static let width = 9

    let widget = Box(.horizontal, role: .presentation)
    private let layout: FoldLayout
    private var widthBefore: Int?

    init(layout: FoldLayout) {
        self.layout = layout
        widget.setCursor("col-resize")
    }

    /// The gesture belongs to the container: the handle moves with the pointer, and could not measure the movement.
    func connect(to container: Widget) {
        widget.onClick(count: 2) { [layout] in layout.setListWidth(FoldBox.Sizes.usualList, isOver: true) }
        container.onDrag(
            phase: .capture,
            begin: { [weak self, layout] x, _ in
                self?.widthBefore = layout.isHandle(at: x) ? layout.shownListWidth : nil
                return self?.widthBefore != nil
            },
            update: { [weak self] x, _ in self?.dragged(by: x, isOver: false) ?? false },
            end: { [weak self] x, _ in
                self?.dragged(by: x, isOver: true)
                self?.widthBefore = nil
            })
    }

    /// - Returns: whether that is a drag, and not a click.
    @discardableResult
    private func dragged(by x: Double, isOver: Bool) -> Bool {
        guard let width = widthBefore, abs(x) >= 1 else { return false }
        layout.setListWidth(width + (layout.isMirrored ? -Int(x) : Int(x)), isOver: isOver)
        return true
    }
}
