internal import CGtk
internal import CGtkShim

/// The animation of a change.
public enum Transition: UInt32 {
    case none = 0
    case crossfade = 1
    case slideUp = 4
    case slideDown = 5
}

/// Shows one of several children.
public final class Stack: Widget, BuiltWidget {
    public convenience init(transition: Transition = .crossfade, milliseconds: Int = 150) {
        self.init(handle: WidgetHandle(gtk_stack_new()))
        gtk_stack_set_transition_type(pointer, GtkStackTransitionType(rawValue: transition.rawValue))
        gtk_stack_set_transition_duration(pointer, guint(clamping: milliseconds))
    }

    /// Adds a child. The first one is shown.
    public func add(_ child: Widget, name: String) {
        _ = gtk_stack_add_named(pointer, child.widget, name)
        updateAccessibility()
    }

    /// Hides other children from assistive technologies, which GTK 4.8 does not.
    private func updateAccessibility() {
        let shown = gtk_stack_get_visible_child(pointer)
        for child in childWidgets(of: widget) { gtkkit_accessible_hidden(child, (child != shown).g) }
    }

    /// The name of the shown child. Setting an unknown name has no effect.
    public var visibleName: String {
        get { borrowedText(gtk_stack_get_visible_child_name(pointer)) ?? "" }
        set {
            if gtk_stack_get_child_by_name(pointer, newValue) != nil {
                gtk_stack_set_visible_child_name(pointer, newValue)
                updateAccessibility()
            }
        }
    }
    /// Shows the child of a page, which is made when the page is first shown.
    @discardableResult
    public func pages<Page: Hashable>(
        _ page: @escaping @MainActor () -> Page, _ make: @escaping @MainActor (Page) -> Widget
    ) -> Self {
        var names: [Page: String] = [:]
        return bind(to: page) { stack, page in
            let name = names[page] ?? "\(names.count)"
            if names.updateValue(name, forKey: page) == nil { stack.add(make(page), name: name) }
            stack.visibleName = name
        }
    }

    /// Removes a page.
    public func remove(_ child: Widget) { gtk_stack_remove(pointer, child.widget) }

    /// Whether the stack is as large as its largest child.
    public func setHomogeneous(horizontal: Bool, vertical: Bool) {
        gtk_stack_set_hhomogeneous(pointer, horizontal.g)
        gtk_stack_set_vhomogeneous(pointer, vertical.g)
    }
}

/// Shows and hides its child with an animation.
public final class Revealer: Widget, BuiltWidget {
    public convenience init(child: Widget? = nil, transition: Transition = .slideDown, milliseconds: Int = 200) {
        self.init(handle: WidgetHandle(gtk_revealer_new()))
        gtk_revealer_set_transition_type(pointer, GtkRevealerTransitionType(rawValue: transition.rawValue))
        gtk_revealer_set_transition_duration(pointer, guint(clamping: milliseconds))
        if let child { self.child = child }
    }

    public var child: Widget? {
        get { gtk_revealer_get_child(pointer).map { Widget(handle: WidgetHandle($0)) } }
        set {
            gtk_revealer_set_child(pointer, newValue?.widget)
            updateAccessibility()
        }
    }

    /// Whether the child is shown, also to assistive technologies. The focus moves from a hidden child to the widget
    /// before it.
    public var isRevealed: Bool {
        get { gtk_revealer_get_reveal_child(pointer).isTrue }
        set {
            guard newValue != isRevealed else { return }
            if !newValue { moveFocus(outOf: widget, GTK_DIR_TAB_BACKWARD) }
            gtk_revealer_set_reveal_child(pointer, newValue.g)
            updateAccessibility()
        }
    }

    /// Shows a child while the condition is true. It is made when it is first shown.
    @discardableResult
    public func revealed(
        if condition: @escaping @MainActor () -> Bool, _ make: @escaping @MainActor () -> Widget
    ) -> Self {
        bind(to: condition) { revealer, isRevealed in
            if isRevealed, revealer.child == nil { revealer.child = make() }
            revealer.isRevealed = isRevealed
        }
    }

    private func updateAccessibility() {
        if let child = gtk_revealer_get_child(pointer) { gtkkit_accessible_hidden(child, (!isRevealed).g) }
    }
}
