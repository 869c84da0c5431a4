public import GtkKit

/// A program's places, one of them open: icon, title, and count. Arrow keys move between rows, Return or a click opens
/// one; when the focus leaves, the open row is selected again.
public final class NavigationList: Widget {
    public typealias Item = (iconName: String, title: String, count: Int?)

    private let list = ListBox()
    private var rows: [NavigationRow] = []
    private var handlers: [@MainActor (Int) -> Void] = []

    public init() {
        super.init(root: list)
        addClass("navigation-sidebar")
        list.onActivated { [weak self] place in
            self?.open(place)
            self?.markSelected()
        }
        tabLeaves()
        onFocusChange { [weak self] isInside in
            if !isInside { self?.markSelected() }
        }
    }

    /// Shows these places, reusing rows.
    public func update(_ items: [Item]) {
        for row in rows.dropFirst(items.count) { list.remove(row.widget) }
        rows = Array(rows.prefix(items.count))
        for (place, item) in items.enumerated() {
            if place == rows.count {
                let row = NavigationRow { [weak self] in self?.open(place) }
                rows.append(row)
                list.append(row.widget)
            }
            rows[place].show(item)
        }
        markSelected()
    }

    /// The open place, or nil. Setting it does not call handlers.
    public var selected: Int? { didSet { markSelected() } }

    /// Runs the handler when the user opens a place, even the open one.
    public func onActivated(_ handler: @escaping @MainActor (_ place: Int) -> Void) { handlers.append(handler) }

    private func open(_ place: Int) { for handler in handlers { handler(place) } }

    private func markSelected() { list.selectedIndex = selected }
}

/// A place's row.
@MainActor
private final class NavigationRow {
    let widget: ListBoxRow
    private let icon = Image(iconName: "")
    private let title = Label.line().expanding(.horizontal)
    private let count = Label().styled("dim-label", "numeric")
    private var shown: NavigationList.Item?

    init(onOpen: @escaping @MainActor () -> Void) {
        title.ellipsize = .end
        let line = Box(.horizontal, spacing: 12, [icon, title, count])
        line.setMargins(top: 6, start: 4, bottom: 6, end: 4)
        widget = ListBoxRow(child: line, onOpen: onOpen)
    }

    func show(_ item: NavigationList.Item) {
        if let shown, shown == item { return }
        if item.iconName != shown?.iconName { icon.iconName = item.iconName }
        if item.title != shown?.title { title.text = item.title }
        count.text = item.count.map(String.init) ?? ""
        // Otherwise the title would leave room for it.
        count.isVisible = item.count != nil
        widget.accessibleName = [item.title, count.text].filter { !$0.isEmpty }.joined(separator: ", ")
        shown = item
    }
}
