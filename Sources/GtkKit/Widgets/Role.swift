internal import CGtk
internal import CGtkShim

/// An accessible role, where GTK's default does not fit.
public struct Role: Sendable {
    /// A message that is announced when it appears.
    public static let alert = Role(GTK_ACCESSIBLE_ROLE_ALERT)
    public static let dialog = Role(GTK_ACCESSIBLE_ROLE_DIALOG)
    public static let group = Role(GTK_ACCESSIBLE_ROLE_GROUP)
    public static let image = Role(GTK_ACCESSIBLE_ROLE_IMG)
    public static let list = Role(GTK_ACCESSIBLE_ROLE_LIST)
    public static let listItem = Role(GTK_ACCESSIBLE_ROLE_LIST_ITEM)
    /// Decoration that assistive technologies ignore.
    public static let presentation = Role(GTK_ACCESSIBLE_ROLE_PRESENTATION)
    public static let radio = Role(GTK_ACCESSIBLE_ROLE_RADIO)
    public static let radioGroup = Role(GTK_ACCESSIBLE_ROLE_RADIO_GROUP)

    private let number: UInt32

    private init(_ role: GtkAccessibleRole) { number = role.rawValue }

    var gtk: GtkAccessibleRole { GtkAccessibleRole(rawValue: number) }
}

extension WidgetHandle {
    /// Creates a widget with a role.
    init(_ type: GType, _ role: Role) {
        self.init(gtkkit_new_with_role(type, role.gtk) ?? gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    }
}
