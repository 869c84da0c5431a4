/// A list of any length of which only the rows in view and some around them have widgets: a ``ListView``, whose rows are
/// under each other, or a ``WallView``, whose rows are cells in lines.
@MainActor
public protocol RowsView: Widget {
    /// The rows.
    var model: ListModel { get }
    /// Whether it makes many more rows than fit the view, which takes time.
    var makesManyRows: Bool { get }
    /// The selected rows, first to last.
    var selectedIDs: [UInt64] { get }
    /// The row with the keyboard, or nil.
    var focusedID: UInt64? { get }
    /// The rows that have widgets now.
    var boundRows: [ListRow] { get }
    /// The rows that are at least partly visible, first to last, with their distance from the view's top in pixels.
    var rowsInView: [(id: UInt64, top: Double)] { get }
    /// The rows that are completely visible, first to last.
    var rowsSeenWhole: [UInt64] { get }

    /// Sets the rows; those that were visible and are still there stay in their places.
    func replace(_ ids: [UInt64], renewing: [UInt64])
    /// Selects exactly these rows without calling `onSelectionChanged`.
    func select(_ ids: [UInt64])
    /// Binds the visible rows again, all of them or those with the ids.
    func refresh(_ ids: Set<UInt64>?)
    /// Moves the keyboard to a row, and returns whether the row has a widget for it.
    @discardableResult func focus(id: UInt64) -> Bool
    /// Scrolls just as far as needed to show the whole row, or, if `atTop`, until it is the first visible one.
    func scrollTo(id: UInt64, atTop: Bool)
    /// Scrolls to the first row.
    func scrollToTop()
    /// Scrolls just as far as needed to show the whole row, and not at all if it is visible.
    func reveal(id: UInt64)
    /// Opens a menu at a position inside the list.
    func showMenu(_ menu: [Menu.Part], at x: Double, _ y: Double)
    /// Runs the handler when a row is opened.
    func onActivate(_ handler: @escaping @MainActor (_ id: UInt64) -> Void)
    /// Runs the handler when the user changes the selection.
    func onSelectionChanged(_ handler: @escaping @MainActor (_ ids: [UInt64]) -> Void)
    /// Calls the handler when Space is pressed on a row; without it, or if it is false, the row is selected.
    func onSpace(_ handler: @escaping @MainActor (_ id: UInt64) -> Bool)
    /// Runs the handler when a finger or the left button is held on a row, which does not open a menu then. It must be
    /// set before there are rows.
    func onLongPress(_ handler: @escaping @MainActor (_ id: UInt64) -> Void)
    /// Calls the handler when the left button goes down on a row with neither Control nor Shift pressed, with the
    /// position inside the row's widget; true means that the row is neither selected nor activated.
    func onPress(_ handler: @escaping @MainActor (_ row: ListRow, _ x: Double, _ y: Double) -> Bool)
    /// Runs the handler when a menu is requested, with the row and the position inside the list.
    func onContextMenu(_ handler: @escaping @MainActor (_ id: UInt64, _ x: Double, _ y: Double) -> Void)
}

extension ListView: RowsView {
    public var makesManyRows: Bool { true }
}
