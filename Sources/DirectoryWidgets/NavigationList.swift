public import GtkKit

/// A program's places, one of them open: icon or color dot, title, and count. Arrow keys move between rows, Return or a
/// click opens one; when the focus leaves, the open row is selected again.
public final class NavigationList<ID: Hashable & Sendable>: Widget {
    public nonisolated struct Item: Equatable, Sendable {
        public var id: ID
        public var iconName: String
        public var title: String
        public var count: Int?
        /// The number of an avatar's color, for a dot in place of the icon; nil without one.
        public var dot: Int?
        /// What assistive technologies and the tooltip say besides.
        public var note: String

        public init(
            _ id: ID, icon iconName: String = "", _ title: String, count: Int? = nil, dot: Int? = nil, note: String = ""
        ) {
            self.id = id
            self.iconName = iconName
            self.title = title
            self.count = count
            self.dot = dot
            self.note = note
        }
    }

    private let list = ListBox()
    private var items: [Item] = []
    private var rows: [NavigationRow<ID>] = []
    private var handlers: [@MainActor (ID) -> Void] = []
    private var menuOf: (@MainActor (ID) -> [Menu.Part])?
    private var dropped: (type: String, isTarget: @MainActor (ID) -> Bool, handler: @MainActor (String, ID) -> Bool)?

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

    /// Shows these places, reusing rows. The focus follows a place that moves.
    public func update(_ new: [Item]) {
        let focused = focused
        for row in rows.dropFirst(new.count) { list.remove(row.widget) }
        rows = Array(rows.prefix(new.count))
        items = new
        for (index, item) in new.enumerated() {
            if index == rows.count { addRow(at: index) }
            rows[index].show(item)
        }
        markSelected()
        if let focused, focused != self.focused { focus(focused) }
    }

    private func addRow(at index: Int) {
        let row = NavigationRow<ID> { [weak self] in self?.open(index) }
        rows.append(row)
        list.append(row.widget)
        let open = { @MainActor [weak self, weak widget = row.widget] (x: Double, y: Double) in
            guard let self, let widget, let id = id(at: index) else { return }
            let menu = menuOf?(id) ?? []
            if !menu.isEmpty { widget.showMenu(menu, at: x, y) }
        }
        row.widget.onClick(button: 3, open)
        row.widget.onLongPress(isTouchOnly: true, open)
        row.widget.onKey { key in
            let isMenu = key == Key("Menu") || key == Key("F10", shift: true)
            if isMenu { open(12, 12) }
            return isMenu
        }
        guard let dropped else { return }
        row.widget.onDropText(dropped.type) { [weak self] in
            self?.id(at: index).map(dropped.isTarget) ?? false
        } _: { [weak self] text in
            self?.id(at: index).map { dropped.handler(text, $0) } ?? false
        }
    }

    private func id(at index: Int) -> ID? { items.indices.contains(index) ? items[index].id : nil }

    /// The open place, or nil. Setting it does not call handlers.
    public var selected: ID? { didSet { markSelected() } }

    /// The place that has the focus, or nil.
    public var focused: ID? { rows.firstIndex { $0.widget.hasFocus }.flatMap(id) }

    public func focus(_ id: ID) {
        if let index = items.firstIndex(where: { $0.id == id }) { rows[index].widget.grabFocus() }
    }

    /// Runs the handler when the user opens a place, even the open one.
    public func onActivated(_ handler: @escaping @MainActor (_ id: ID) -> Void) { handlers.append(handler) }

    /// Opens the menu that the handler returns for a place, unless it is empty.
    public func onContextMenu(_ handler: @escaping @MainActor (_ id: ID) -> [Menu.Part]) { menuOf = handler }

    /// Accepts drops of text of a type on the places that take them. Call it before there are places.
    public func onDrop(
        _ type: String, if isTarget: @escaping @MainActor (_ id: ID) -> Bool,
        _ handler: @escaping @MainActor (_ text: String, _ id: ID) -> Bool
    ) {
        dropped = (type, isTarget, handler)
    }

    private func open(_ index: Int) {
        guard let id = id(at: index) else { return }
        for handler in handlers { handler(id) }
    }

    private func markSelected() { list.selectedIndex = items.firstIndex { $0.id == selected } }
}

extension Widget {
    /// Accepts drops of text of a type such as `text/vcard`. The handler returns whether it used the text.
    public func onDropText(
        _ type: String, if isTarget: @escaping @MainActor () -> Bool,
        _ handler: @escaping @MainActor (_ text: String) -> Bool
    ) {
        onDropContent([type], if: isTarget) { content in
            guard let data = try? await content.read(type, atMost: 16 << 20) else { return false }
            return handler(String(decoding: data, as: UTF8.self))
        }
    }
}

/// A place's row.
private final class NavigationRow<ID: Hashable & Sendable> {
    let widget: ListBoxRow
    private let icon = Image(iconName: "")
    private let dot = Box(.horizontal).styled("place-dot").aligned(vertically: .center)
    private let title = Label.line().expanding(.horizontal)
    private let count = Label().styled("dim-label", "numeric")
    private let line: Box
    private var shown: NavigationList<ID>.Item?

    init(onOpen: @escaping @MainActor () -> Void) {
        title.ellipsize = .end
        line = Box(.horizontal, spacing: 12, [icon, dot, title, count])
        widget = ListBoxRow(child: line, onOpen: onOpen)
    }

    func show(_ item: NavigationList<ID>.Item) {
        if let shown, shown == item { return }
        if item.iconName != shown?.iconName { icon.iconName = item.iconName }
        if item.title != shown?.title { title.text = item.title }
        icon.isVisible = item.dot == nil
        dot.isVisible = item.dot != nil
        if let dot = shown?.dot { self.dot.removeClass("avatar-\(dot)") }
        if let dot = item.dot { self.dot.addClass("avatar-\(dot)") }
        // Titles begin at the same position with a dot as with an icon.
        let hasDot = item.dot != nil
        line.setMargins(top: hasDot ? 3 : 6, start: hasDot ? 7 : 4, bottom: hasDot ? 3 : 6, end: 4)
        dot.setMargins(end: hasDot ? 3 : 0)
        line.setClass("inner-place", on: hasDot)
        count.text = item.count.map(String.init) ?? ""
        // Otherwise the title would leave room for it.
        count.isVisible = item.count != nil
        widget.accessibleName = [item.title, count.text, item.note].filter { !$0.isEmpty }.joined(separator: ", ")
        widget.tooltip = item.note
        shown = item
    }
}
