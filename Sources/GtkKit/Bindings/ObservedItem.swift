internal import CGtk
public import Observation

/// The current state of an item in ``Container/forEach(in:_:)``. A binding that reads a property follows its changes.
@MainActor @Observable @dynamicMemberLookup
public final class ObservedItem<Item: Identifiable & Equatable> {
    /// The item.
    public fileprivate(set) var item: Item

    fileprivate init(_ item: Item) { self.item = item }

    /// A property of the item.
    public subscript<Value>(dynamicMember property: KeyPath<Item, Value>) -> Value { item[keyPath: property] }
}

extension Container {
    /// Shows a child for each item, in order.
    ///
    /// `make` runs once for each id, which must be unique. A child follows the changes of its item, and moves with it; if
    /// its item is removed, the focus in it moves to the next child, or from the last to the one before. Children of a long
    /// list are made over several frames; for very long lists, use ``ListView``.
    @discardableResult
    public func forEach<Item: Identifiable & Equatable>(
        in items: @escaping @MainActor () -> [Item], _ make: @escaping @MainActor (ObservedItem<Item>) -> Widget
    ) -> Self {
        let list = ObservedItems(make)
        follow(items) { list.show($1, in: Widget(handle: $0).widget) }
        return self
    }

    /// Makes all children again for each new value. nil changes nothing, as in a ``Revealer`` that closes.
    @discardableResult
    public func rebuilt<Value: Equatable>(
        for value: @escaping @MainActor () -> Value?, @WidgetBuilder _ make: @escaping @MainActor (Value) -> [Widget]
    ) -> Self {
        follow(value) { handle, value in
            guard let value else { return }
            let box = Box(handle: handle)
            let hadFocus = box.hasFocus
            box.removeAll()
            make(value).forEach(box.append)
            if hadFocus { gtk_widget_child_focus(box.widget, GTK_DIR_TAB_FORWARD) }
        }
        return self
    }
}

/// The children of a container and their items.
@MainActor
private final class ObservedItems<Item: Identifiable & Equatable> {
    private let make: @MainActor (ObservedItem<Item>) -> Widget
    private var items: [Item] = []
    /// The container holds the widgets.
    private var children: [Item.ID: (item: ObservedItem<Item>, widget: WidgetPointer)] = [:]
    private var isContinuing = false

    init(_ make: @escaping @MainActor (ObservedItem<Item>) -> Widget) { self.make = make }

    func show(_ items: [Item], in box: WidgetPointer) {
        self.items = items
        removeOthers(from: box)
        if !arrange(box), !isContinuing { continueInNextFrame(box) }
    }

    /// Makes and moves children up to the limit of a frame, and returns whether that are all.
    private func arrange(_ box: WidgetPointer) -> Bool {
        var last: WidgetPointer?
        var left = childrenPerFrame
        for item in items {
            let child = children[item.id]
            if child == nil {
                if left == 0 { return false }
                left -= 1
            }
            if let child, child.item.item != item { child.item.item = item }
            let widget = child?.widget ?? insert(item, in: box, after: last)
            if gtk_widget_get_prev_sibling(widget) != last {
                gtk_box_reorder_child_after(cast(box), widget, last)
            }
            last = widget
        }
        return true
    }

    private func insert(_ item: Item, in box: WidgetPointer, after last: WidgetPointer?) -> WidgetPointer {
        let observed = ObservedItem(item)
        let child = make(observed)
        gtk_box_insert_child_after(cast(box), child.widget, last)
        children[item.id] = (observed, child.widget)
        return child.widget
    }

    private func removeOthers(from box: WidgetPointer) {
        let ids = Set(items.map(\.id))
        for (id, (_, widget)) in children where !ids.contains(id) {
            let isLast = gtk_widget_get_next_sibling(widget) == nil
            moveFocus(outOf: widget, isLast ? GTK_DIR_TAB_BACKWARD : GTK_DIR_TAB_FORWARD)
            gtk_box_remove(cast(box), widget)
            children[id] = nil
        }
    }

    private func continueInNextFrame(_ box: WidgetPointer) {
        isContinuing = true
        let next: @MainActor (WidgetPointer) -> Bool = { [self] in
            isContinuing = !arrange($0)
            return isContinuing
        }
        let caller: GtkTickCallback = { widget, _, data in
            nonisolated(unsafe) let (widget, data) = (widget, data)
            return MainActor.assumeIsolated {
                guard let widget, let next = CallbackBox<@MainActor (WidgetPointer) -> Bool>.body(data) else {
                    return 0
                }
                return next(widget).g
            }
        }
        gtk_widget_add_tick_callback(box, caller, CallbackBox(next).retained(), freeBox)
    }
}

/// Enough to fill most windows. Many more would hold the main loop.
private let childrenPerFrame = 12
