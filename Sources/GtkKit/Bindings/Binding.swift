internal import CGtk
internal import Observation

/// Calls `draw` now, and again after each change of what it observed, until `owner` is released. Changes in the same
/// turn of the main loop are coalesced. The observed objects retain `draw` until they change, so it must not capture
/// them.
@MainActor
public func redraw<Owner: AnyObject & Sendable>(_ owner: Owner, _ draw: @escaping @MainActor (Owner) -> Void) {
    observe(owner, number: UpdateQueue.nextNumber(), read: draw) { _, _ in }
}

/// Reads a value and applies it, now and after each change of what the value was read from, while `owner` exists. The
/// observed objects retain both closures until they change, so neither closure may capture them.
@MainActor
private func observe<Owner: AnyObject & Sendable, Value>(
    _ owner: Owner, number: Int, read: @escaping @MainActor (Owner) -> Value,
    apply: @escaping @MainActor (Owner, Value) -> Void
) {
    let value = withObservationTracking {
        read(owner)
    } onChange: { [weak owner] in
        MainActor.assumeIsolated {
            UpdateQueue.add(number) { [weak owner] in
                if let owner { observe(owner, number: number, read: read, apply: apply) }
            }
        }
    }
    apply(owner, value)
}

/// The bindings and drawings that observed a change in this turn of the main loop.
@MainActor
private enum UpdateQueue {
    private static var updates: [(number: Int, run: @MainActor () -> Void)] = []
    private static var lastNumber = 0

    static func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    static func add(_ number: Int, _ update: @escaping @MainActor () -> Void) {
        if updates.isEmpty { Task { run() } }
        updates.append((number, update))
    }

    /// Observation reports a change to its observers in random order; they are updated in the order they were made.
    private static func run() {
        let pending = updates.sorted { $0.number < $1.number }
        updates = []
        for update in pending { update.run() }
    }
}

/// A value of a widget. GTK releases it with the widget.
@MainActor
final class Binding<Value: Equatable> {
    let read: @MainActor () -> Value
    private let apply: @MainActor (Value) -> Void
    private var applied: Value?

    init(_ read: @escaping @MainActor () -> Value, _ apply: @escaping @MainActor (Value) -> Void) {
        self.read = read
        self.apply = apply
    }

    func update(_ value: Value) {
        guard value != applied else { return }
        applied = value
        apply(value)
    }
}

extension Widget {
    /// Applies a value to the widget now, and again when the value has changed.
    final func follow<Value: Equatable>(
        _ value: @escaping @MainActor () -> Value, _ apply: @escaping @MainActor (WidgetHandle, Value) -> Void
    ) {
        // A handle that the binding held would keep the widget alive.
        let binding = Binding(value) { [pointer] in apply(WidgetHandle(pointer), $0) }
        observe(binding, number: UpdateQueue.nextNumber(), read: { $0.read() }, apply: { $0.update($1) })
        g_object_weak_ref(cast(pointer), { box, _ in freeBox(box) }, CallbackBox(binding).retained())
    }

    /// Shows the widget while the condition is true. If it has the focus when it is hidden, the focus moves to the widget
    /// before it.
    @discardableResult
    public final func shown(if condition: @escaping @MainActor () -> Bool) -> Self {
        follow(condition) { handle, isShown in
            let widget = Widget(handle: handle)
            if !isShown { moveFocus(outOf: widget.widget, GTK_DIR_TAB_BACKWARD) }
            widget.isVisible = isShown
        }
        return self
    }

    /// Makes the widget sensitive while the condition is true.
    @discardableResult
    public final func sensitive(if condition: @escaping @MainActor () -> Bool) -> Self {
        follow(condition) { Widget(handle: $0).isSensitive = $1 }
        return self
    }

    /// Gives the widget a style class while the condition is true.
    @discardableResult
    public final func styled(_ name: String, if condition: @escaping @MainActor () -> Bool) -> Self {
        follow(condition) { Widget(handle: $0).setClass(name, on: $1) }
        return self
    }
}

extension BuiltWidget {
    /// Sets a property.
    public func set<Value>(_ property: ReferenceWritableKeyPath<Self, Value>, to value: Value) -> Self {
        self[keyPath: property] = value
        return self
    }

    /// Sets a property now, and again when the value has changed.
    @discardableResult
    public func bind<Value: Equatable>(
        _ property: ReferenceWritableKeyPath<Self, Value>, to value: @escaping @MainActor () -> Value
    ) -> Self {
        bind(to: value) { $0[keyPath: property] = $1 }
    }

    /// Applies a value to the widget now, and again when the value has changed.
    ///
    /// `value` is read again after each change of what it observed. Neither closure may hold the widget or one of its
    /// ancestors.
    @discardableResult
    public func bind<Value: Equatable>(
        to value: @escaping @MainActor () -> Value, _ apply: @escaping @MainActor (Self, Value) -> Void
    ) -> Self {
        follow(value) { apply(Self(handle: $0), $1) }
        return self
    }
}
