// The widgets a user interface description can hold, and the builder's verb for each.

extension Label: BuiltWidget {
    /// GTK's name of the widget's type.
    public static var typeName: String { "GtkLabel" }
}

extension Button: BuiltWidget {
    /// GTK's name of the widget's type.
    public static var typeName: String { "GtkButton" }
}

extension ToggleButton: BuiltWidget {
    /// GTK's name of the widget's type.
    public static var typeName: String { "GtkToggleButton" }
}

extension MenuButton: BuiltWidget {
    /// GTK's name of the widget's type.
    public static var typeName: String { "GtkMenuButton" }
}

extension CheckButton: BuiltWidget {
    /// GTK's name of the widget's type.
    public static var typeName: String { "GtkCheckButton" }
}

extension Switch: BuiltWidget {
    /// GTK's name of the widget's type.
    public static var typeName: String { "GtkSwitch" }
}

extension Entry: BuiltWidget {
    /// GTK's name of the widget's type.
    public static var typeName: String { "GtkEntry" }
}

extension PasswordEntry: BuiltWidget {
    /// GTK's name of the widget's type.
    public static var typeName: String { "GtkPasswordEntry" }
}

extension SearchEntry: BuiltWidget {
    /// GTK's name of the widget's type.
    public static var typeName: String { "GtkSearchEntry" }
}

extension Box: BuiltWidget {
    /// GTK's name of the widget's type.
    public static var typeName: String { "GtkBox" }
}

extension Grid: BuiltWidget {
    /// GTK's name of the widget's type.
    public static var typeName: String { "GtkGrid" }
}

extension Stack: BuiltWidget {
    /// GTK's name of the widget's type.
    public static var typeName: String { "GtkStack" }
}

extension Overlay: BuiltWidget {
    /// GTK's name of the widget's type.
    public static var typeName: String { "GtkOverlay" }
}

extension ScrolledWindow: BuiltWidget {
    /// GTK's name of the widget's type.
    public static var typeName: String { "GtkScrolledWindow" }
}

extension Revealer: BuiltWidget {
    /// GTK's name of the widget's type.
    public static var typeName: String { "GtkRevealer" }
}

extension Expander: BuiltWidget {
    /// GTK's name of the widget's type.
    public static var typeName: String { "GtkExpander" }
}

extension Paned: BuiltWidget {
    /// GTK's name of the widget's type.
    public static var typeName: String { "GtkPaned" }
}

extension HeaderBar: BuiltWidget {
    /// GTK's name of the widget's type.
    public static var typeName: String { "GtkHeaderBar" }
}

extension Image: BuiltWidget {
    /// GTK's name of the widget's type.
    public static var typeName: String { "GtkImage" }
}

extension Picture: BuiltWidget {
    /// GTK's name of the widget's type.
    public static var typeName: String { "GtkPicture" }
}

extension ProgressBar: BuiltWidget {
    /// GTK's name of the widget's type.
    public static var typeName: String { "GtkProgressBar" }
}

extension Spinner: BuiltWidget {
    /// GTK's name of the widget's type.
    public static var typeName: String { "GtkSpinner" }
}

extension Separator: BuiltWidget {
    /// GTK's name of the widget's type.
    public static var typeName: String { "GtkSeparator" }
}

extension Window: BuiltWidget {
    /// GTK's name of the widget's type.
    public static var typeName: String { "GtkWindow" }
}

extension Builder {
    /// The label with an id; throws when there is none.
    public func label(_ id: String) throws -> Label { try get(id) }

    /// The button with an id; throws when there is none.
    public func button(_ id: String) throws -> Button { try get(id) }

    /// The toggleButton with an id; throws when there is none.
    public func toggleButton(_ id: String) throws -> ToggleButton { try get(id) }

    /// The menuButton with an id; throws when there is none.
    public func menuButton(_ id: String) throws -> MenuButton { try get(id) }

    /// The checkButton with an id; throws when there is none.
    public func checkButton(_ id: String) throws -> CheckButton { try get(id) }

    /// The switch with an id; throws when there is none.
    public func `switch`(_ id: String) throws -> Switch { try get(id) }

    /// The entry with an id; throws when there is none.
    public func entry(_ id: String) throws -> Entry { try get(id) }

    /// The passwordEntry with an id; throws when there is none.
    public func passwordEntry(_ id: String) throws -> PasswordEntry { try get(id) }

    /// The searchEntry with an id; throws when there is none.
    public func searchEntry(_ id: String) throws -> SearchEntry { try get(id) }

    /// The box with an id; throws when there is none.
    public func box(_ id: String) throws -> Box { try get(id) }

    /// The grid with an id; throws when there is none.
    public func grid(_ id: String) throws -> Grid { try get(id) }

    /// The stack with an id; throws when there is none.
    public func stack(_ id: String) throws -> Stack { try get(id) }

    /// The overlay with an id; throws when there is none.
    public func overlay(_ id: String) throws -> Overlay { try get(id) }

    /// The scrolledWindow with an id; throws when there is none.
    public func scrolledWindow(_ id: String) throws -> ScrolledWindow { try get(id) }

    /// The revealer with an id; throws when there is none.
    public func revealer(_ id: String) throws -> Revealer { try get(id) }

    /// The expander with an id; throws when there is none.
    public func expander(_ id: String) throws -> Expander { try get(id) }

    /// The paned with an id; throws when there is none.
    public func paned(_ id: String) throws -> Paned { try get(id) }

    /// The headerBar with an id; throws when there is none.
    public func headerBar(_ id: String) throws -> HeaderBar { try get(id) }

    /// The image with an id; throws when there is none.
    public func image(_ id: String) throws -> Image { try get(id) }

    /// The picture with an id; throws when there is none.
    public func picture(_ id: String) throws -> Picture { try get(id) }

    /// The progressBar with an id; throws when there is none.
    public func progressBar(_ id: String) throws -> ProgressBar { try get(id) }

    /// The spinner with an id; throws when there is none.
    public func spinner(_ id: String) throws -> Spinner { try get(id) }

    /// The separator with an id; throws when there is none.
    public func separator(_ id: String) throws -> Separator { try get(id) }

    /// The window with an id; throws when there is none.
    public func window(_ id: String) throws -> Window { try get(id) }
}
