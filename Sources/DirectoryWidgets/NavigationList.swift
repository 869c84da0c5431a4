public import GtkKit

/// A program's places, one of them open: icon or color dot, title, and count. Arrow keys move between rows, Return or a
/// click opens one; when the focus leaves, the open row is selected again.
public final class NavigationList: Widget {
    public struct Item: Equatable, Sendable {
        public var iconName: String
        public var title: String
        public var count: Int?
        /// The number of an avatar's color, for a dot in place of the icon; nil without one.
        public var dot: Int?
        /// What assistive technologies and the tooltip say besides.
        public var note: String
        /// True for a place inside the one above.
        public var isInner: Bool

        public init(
            _ iconName: String, _ title: String, _ count: Int?, dot: Int? = nil, note: String = "",
            isInner: Bool = false
        ) {
            (self.iconName, self.title, self.count) = (iconName, title, count)
            (self.dot, self.note, self.isInner) = (dot, note, isInner || dot != nil)
        }
    }

    private let list = ListBox()
    private var rows: [NavigationRow] = []
    private var handlers: [@MainActor (Int) -> Void] = []
    private var menuOf: (@MainActor (Int) -> [Menu.Part])?
    private var dropped: (type: String, isTarget: @MainActor (Int) -> Bool, handler: @MainActor (String, Int) -> Bool)?

    public init() {
        super.init(root: list)
        addClass("navigation-sidebar")
        list.onActivated { [weak self] index in
            self?.open(index)
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
        for (index, item) in items.enumerated() {
            if index == rows.count { addRow(at: index) }
            rows[index].show(item)
        }
        markSelected()
    }

    private func addRow(at index: Int) {
        let row = NavigationRow { [weak self] in self?.open(index) }
        rows.append(row)
        list.append(row.widget)
        let open = { @MainActor [weak self, weak widget = row.widget] (x: Double, y: Double) in
            guard let self, let widget else { return }
            let menu = menuOf?(index) ?? []
            if !menu.isEmpty { list.showMenu(menu, on: widget, at: x, y) }
        }
        row.widget.onClick(button: 3, open)
        row.widget.onLongPress(isTouchOnly: true, open)
        row.widget.onKey { key in
            let isMenu = key == Key("Menu") || key == Key("F10", shift: true)
            if isMenu { open(12, 12) }
            return isMenu
        }
        guard let dropped else { return }
        row.widget.onDropContent([dropped.type], if: { dropped.isTarget(index) }) { content in
            guard let data = try? await content.read(dropped.type, atMost: 16 << 20) else { return false }
            return dropped.handler(String(decoding: data, as: UTF8.self), index)
        }
    }

    /// The open place, or nil. Setting it does not call handlers.
    public var selected: Int? { didSet { markSelected() } }

    /// The place that has the focus, or nil.
    public var focused: Int? { rows.firstIndex { $0.widget.hasFocus } }

    public func focus(_ index: Int) { if rows.indices.contains(index) { rows[index].widget.grabFocus() } }

    /// Runs the handler when the user opens a place, even the open one.
    public func onActivated(_ handler: @escaping @MainActor (_ index: Int) -> Void) { handlers.append(handler) }

    /// Opens the menu that the handler returns for a place, unless it is empty.
    public func onContextMenu(_ handler: @escaping @MainActor (_ index: Int) -> [Menu.Part]) { menuOf = handler }

    /// Accepts drops of text of a type on the places that take them. Call it before there are places.
    public func onDrop(
        _ type: String, if isTarget: @escaping @MainActor (_ index: Int) -> Bool,
        _ handler: @escaping @MainActor (_ text: String, _ index: Int) -> Bool
    ) {
        dropped = (type, isTarget, handler)
    }

    private func open(_ index: Int) { for handler in handlers { handler(index) } }

    private func markSelected() { list.selectedIndex = selected }
}

/// A place's row.
@MainActor
private final class NavigationRow {
    let widget: ListBoxRow
    private let icon = Image(iconName: "")
    private let dot = Box(.horizontal).styled("place-dot").aligned(vertically: .center)
    private let title = Label.line().expanding(.horizontal)
    private let count = Label().styled("dim-label", "numeric")
    private let line: Box
    private var shown: NavigationList.Item?

    init(onOpen: @escaping @MainActor () -> Void) {
        title.ellipsize = .end
        line = Box(.horizontal, spacing: 12, [icon, dot, title, count])
        widget = ListBoxRow(child: line, onOpen: onOpen)
    }

    func show(_ item: NavigationList.Item) {
        if let shown, shown == item { return }
        if item.iconName != shown?.iconName { icon.iconName = item.iconName }
        if item.title != shown?.title { title.text = item.title }
        icon.isVisible = item.dot == nil
        dot.isVisible = item.dot != nil
        if let dot = shown?.dot { self.dot.removeClass("avatar-\(dot)") }
        if let dot = item.dot { self.dot.addClass("avatar-\(dot)") }
        // Inner titles begin where the others do.
        let hasDot = item.dot != nil
        line.setMargins(
            top: item.isInner ? 3 : 6, start: hasDot ? 7 : 4, bottom: item.isInner ? 3 : 6, end: 4)
        dot.setMargins(end: hasDot ? 3 : 0)
        line.setClass("inner-place", on: item.isInner)
        count.text = item.count.map(String.init) ?? ""
        // Otherwise the title would leave room for it.
        count.isVisible = item.count != nil
        widget.accessibleName = [item.title, count.text, item.note].filter { !$0.isEmpty }.joined(separator: ", ")
        widget.tooltip = item.note
        shown = item
    }
}
