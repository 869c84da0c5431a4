public import GtkKit

/// Search results in sections, drawn by the owner. An entry above it keeps the focus and controls it.
public final class ResultList: Widget {
    /// Results under a heading, unless that is empty.
    public nonisolated struct Section: Hashable, Sendable {
        public let title: String
        /// The results' accessible names.
        public let rows: [String]

        public init(title: String, rows: [String]) { (self.title, self.rows) = (title, rows) }
    }

    /// A row's section and index.
    public nonisolated struct Position: Hashable, Sendable {
        public let section: Int
        public let row: Int
    }

    private let list = ListBox()
    private let scrolled: ScrolledWindow
    private var rows: [ListBoxRow] = []
    private var sections: [Section] = []
    private var positions: [Position] = []
    private var handlers: [@MainActor (Position) -> Void] = []
    /// Gets the selected row's name.
    private var onSelected: (@MainActor (String) -> Void)?
    /// Makes the widget of a row; nil for a link to more results.
    public var makeRow: (@MainActor (Position) -> Widget?)?

    /// True while new results are expected: Return then opens the first of them.
    public var awaitsUpdate = false {
        didSet {
            guard !awaitsUpdate, isReturnPending else { return }
            isReturnPending = false
            activateSelected()
        }
    }
    private var isReturnPending = false

    /// - Parameter name: the accessible name.
    public init(name: String = "") {
        scrolled = ScrolledWindow(child: list)
        super.init(root: scrolled)
        canFocus = false
        list.addClass("results")
        list.accessibleName = name
        list.onActivated { [weak self] in self?.open($0) }
        list.setHeadings { [weak self] in self?.heading(at: $0) }
    }

    /// Shows sections; if they changed, selects the first row.
    /// - Parameter isRedrawn: true if rows of `makeRow` look different.
    public func update(_ sections: [Section], isRedrawn: Bool = false) {
        guard isRedrawn || sections != self.sections else { return }
        self.sections = []
        positions = []
        rows.forEach(list.remove)
        self.sections = sections
        positions = sections.enumerated().flatMap { section, content in
            content.rows.indices.map { Position(section: section, row: $0) }
        }
        rows = sections.flatMap(\.rows).enumerated().map { index, row in
            let own = makeRow?(positions[index])
            let made = ListBoxRow(child: own ?? Self.link(row)) { [weak self] in self?.open(index) }
            made.setClass("drawn", on: own != nil)
            // The row draws the state of the list's row.
            own?.onRowStateChanged { own?.queueDraw() }
            made.accessibleName = row
            return made
        }
        rows.forEach(list.append)
        scrolled.scrollToTop()
        select(0)
    }

    private static func link(_ text: String) -> Widget {
        let title = Label.line(text).styled("more").expanding(.horizontal).aligned(vertically: .center)
        title.ellipsize = .end
        return Box(.horizontal, spacing: 12, [title, Image(iconName: "go-next-symbolic")])
    }

    public var selected: Position? { list.selectedIndex.flatMap(position) }

    /// Moves the selection within the list.
    func moveSelection(by count: Int) {
        guard !rows.isEmpty else { return }
        select(min(max(0, (list.selectedIndex ?? -1) + count), rows.count - 1))
    }

    /// Opens the selected row; false without one.
    @discardableResult
    func activateSelected() -> Bool {
        guard let index = list.selectedIndex else { return false }
        open(index)
        return true
    }

    public func onActivated(_ handler: @escaping @MainActor (Position) -> Void) { handlers.append(handler) }

    /// Arrow keys, Page Up, Page Down, and Return in an entry control the list. The entry's accessible description is
    /// the selected row. The entry keeps the list.
    public func drive(from entry: SearchEntry) {
        entry.onKey(phase: .capture) { [self] key in pressed(key) }
        onSelected = { [entry = WeakWidget(entry)] in entry.widget?.accessibleDescription = $0 }
        entry.onDestroy { [weak self] in self?.onSelected = nil }
    }

    private func pressed(_ key: Key) -> Bool {
        guard !key.control, !key.alt, !key.shift else { return false }
        isReturnPending = false
        switch key.name {
        case "Down": moveSelection(by: 1)
        case "Up": moveSelection(by: -1)
        case "Page_Down": moveSelection(by: 8)
        case "Page_Up": moveSelection(by: -8)
        case "Return":
            isReturnPending = awaitsUpdate
            return isReturnPending || activateSelected()
        default: return false
        }
        return true
    }

    private func select(_ index: Int) {
        list.selectedIndex = index
        guard rows.indices.contains(index) else { return updateAccessibility(nil) }
        let span = list.span(of: rows[index])
        // With the space above the first heading.
        if index == 0 { scrolled.scrollToTop() } else { scrolled.scroll(toSee: span.top, height: span.height) }
        updateAccessibility(index)
    }

    private func position(_ index: Int) -> Position? { positions.indices.contains(index) ? positions[index] : nil }

    private func open(_ index: Int) {
        guard let position = position(index) else { return }
        for handler in handlers { handler(position) }
    }

    private func heading(at index: Int) -> Widget? {
        guard let position = position(index), position.row == 0, !sections[position.section].title.isEmpty else {
            return nil
        }
        return Label.line(sections[position.section].title).styled("section-header")
    }

    private func updateAccessibility(_ index: Int?) {
        let row = index.flatMap(position).map { sections[$0.section].rows[$0.row] }
        onSelected?(row ?? "")
    }
}
