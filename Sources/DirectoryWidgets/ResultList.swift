public import GtkKit
internal import Language

/// What was found, in sections: icon or face, title, a dim line. It never takes the keyboard: an entry above it drives it.
public final class ResultList: Widget {
    /// One thing that was found.
    public struct Row: Hashable, Sendable {
        public let iconName: String
        public let title: String
        /// Empty where there is nothing more to say.
        public let subtitle: String
        /// What stands in the icon's place, or nil.
        public let face: Face?

        public init(iconName: String, title: String, subtitle: String = "", face: Face? = nil) {
            (self.iconName, self.title, self.subtitle, self.face) = (iconName, title, subtitle, face)
        }
    }

    /// Initials on one of twelve colors; a picture may take their place.
    public struct Face: Hashable, Sendable {
        public let initials: String
        public let color: Int

        public init(initials: String, color: Int) { (self.initials, self.color) = (initials, color) }
    }

    /// Things of one kind, under a heading unless it is empty.
    public struct Section: Hashable, Sendable {
        public let title: String
        public let rows: [Row]

        public init(title: String, rows: [Row]) { (self.title, self.rows) = (title, rows) }
    }

    /// Where a row stands.
    public struct Place: Hashable, Sendable {
        public let section: Int
        public let row: Int

        public init(section: Int, row: Int) { (self.section, self.row) = (section, row) }
    }

    private let list = ListBox()
    private let scrolled: ScrolledWindow
    private let hooks = ResultHooks()
    private var rows: [ListBoxRow] = []
    /// Is handed each face that is made, to put a picture on it.
    public var onFace: (@MainActor (Place, Avatar) -> Void)?

    /// A list of nothing, which scrolls; assistive programs call it by its name.
    public init(name: String = "") {
        scrolled = ScrolledWindow(child: list)
        super.init(root: scrolled)
        canFocus = false
        list.addClass("results")
        list.accessibleName = name
        let hooks = hooks
        list.onActivated { hooks.open($0) }
        list.setHeadings { hooks.heading(at: $0) }
    }

    /// When it returns, the list shows these sections; the first row is selected where they are others than before.
    public func update(_ sections: [Section]) {
        guard sections != hooks.sections else { return }
        hooks.show([])
        rows.forEach(list.remove)
        hooks.show(sections)
        rows = sections.flatMap(\.rows).enumerated().map { index, row in
            let made = ListBoxRow(child: look(of: row, index)) { [hooks] in hooks.open(index) }
            made.accessibleName = row.spoken
            return made
        }
        rows.forEach(list.append)
        scrolled.scrollToTop()
        select(0)
    }

    private func look(of row: Row, _ index: Int) -> Widget {
        let title = Label(row.title)
        let lines = Box(.vertical, [title])
        if !row.subtitle.isEmpty {
            let subtitle = Label(row.subtitle)
            subtitle.addClass("dim-label")
            subtitle.addClass("caption")
            lines.append(subtitle)
        }
        for label in lines.children.map({ Label(root: $0) }) {
            label.xalign = 0
            label.ellipsize = .end
        }
        lines.hexpand = true
        lines.valign = .center
        guard let face = row.face else {
            return Box(.horizontal, spacing: 12, [Image(iconName: row.iconName), lines])
        }
        let avatar = Avatar(size: 32)
        avatar.set(initials: face.initials, color: face.color)
        if let place = hooks.place(index) { onFace?(place, avatar) }
        return Box(.horizontal, spacing: 12, [avatar, lines])
    }

    /// The place of the selected row, or nil where nothing was found.
    public var selected: Place? { list.selectedIndex.flatMap(hooks.place) }

    /// Selects the row so many further down, or further up where it is negative; it stops at both ends.
    func moveSelection(by count: Int) {
        guard !rows.isEmpty else { return }
        select(min(max(0, (list.selectedIndex ?? -1) + count), rows.count - 1))
    }

    /// Opens the selected row, and returns whether there is one.
    @discardableResult
    func activateSelected() -> Bool {
        guard let index = list.selectedIndex else { return false }
        hooks.open(index)
        return true
    }

    /// Runs the handler when a row is clicked or opened.
    public func onActivated(_ handler: @escaping @MainActor (Place) -> Void) { hooks.handlers.append(handler) }

    /// Lets the arrow keys, Page Up, Page Down and Return in an entry go to the list; assistive programs learn from the
    /// entry's description which row is selected. The entry keeps the list.
    public func drive(from entry: SearchEntry) {
        entry.onKey(phase: .capture) { [self] key in pressed(key) }
        hooks.onSelected = { [entry = WeakWidget(entry)] in entry.widget?.setAccessibleDescription($0) }
        entry.onDestroy { [weak hooks] in hooks?.onSelected = nil }
    }

    private func pressed(_ key: Key) -> Bool {
        guard !key.control, !key.alt, !key.shift else { return false }
        switch key.name {
        case "Down", "KP_Down": moveSelection(by: 1)
        case "Up", "KP_Up": moveSelection(by: -1)
        case "Page_Down": moveSelection(by: 8)
        case "Page_Up": moveSelection(by: -8)
        case "Return", "KP_Enter", "ISO_Enter": return activateSelected()
        default: return false
        }
        return true
    }

    private func select(_ index: Int) {
        list.selectedIndex = index
        guard rows.indices.contains(index) else { return hooks.tell(nil) }
        let span = list.span(of: rows[index])
        scrolled.scroll(toSee: span.top, height: span.height)
        hooks.tell(index)
    }
}

extension ResultList.Row {
    fileprivate var spoken: String { subtitle.isEmpty ? title : translated("\(title), \(subtitle)") }
}

/// What the list calls back, apart from the list, so that its signal handlers do not hold it.
@MainActor
private final class ResultHooks {
    var handlers: [@MainActor (ResultList.Place) -> Void] = []
    /// Is told what the selected row says.
    var onSelected: (@MainActor (String) -> Void)?
    private(set) var sections: [ResultList.Section] = []
    private var places: [ResultList.Place] = []

    func show(_ sections: [ResultList.Section]) {
        self.sections = sections
        places = sections.enumerated().flatMap { section, content in
            content.rows.indices.map { ResultList.Place(section: section, row: $0) }
        }
    }

    func place(_ index: Int) -> ResultList.Place? { places.indices.contains(index) ? places[index] : nil }

    func open(_ index: Int) {
        guard let place = place(index) else { return }
        for handler in handlers { handler(place) }
    }

    func heading(at index: Int) -> Widget? {
        guard let place = place(index), place.row == 0, !sections[place.section].title.isEmpty else { return nil }
        let label = Label(sections[place.section].title)
        label.xalign = 0
        label.addClass("section-header")
        return label
    }

    func tell(_ index: Int?) {
        let row = index.flatMap(place).map { sections[$0.section].rows[$0.row] }
        onSelected?(row?.spoken ?? "")
    }
}
