internal import CGtk
internal import CGtkShim

/// A widget's role for assistive programs, where it differs from GTK's choice.
public struct Role: Sendable {
    /// A message that is read out as soon as it appears.
    public static let alert = Role(GTK_ACCESSIBLE_ROLE_ALERT)
    public static let dialog = Role(GTK_ACCESSIBLE_ROLE_DIALOG)
    public static let group = Role(GTK_ACCESSIBLE_ROLE_GROUP)
    /// A picture with a name.
    public static let image = Role(GTK_ACCESSIBLE_ROLE_IMG)
    public static let list = Role(GTK_ACCESSIBLE_ROLE_LIST)
    public static let listItem = Role(GTK_ACCESSIBLE_ROLE_LIST_ITEM)
    /// Decoration: assistive programs ignore it.
    public static let presentation = Role(GTK_ACCESSIBLE_ROLE_PRESENTATION)
    /// One of several of which one is chosen.
    public static let radio = Role(GTK_ACCESSIBLE_ROLE_RADIO)
    /// The container of those of which one is chosen.
    public static let radioGroup = Role(GTK_ACCESSIBLE_ROLE_RADIO_GROUP)

    private let number: UInt32

    private init(_ role: GtkAccessibleRole) { number = role.rawValue }

    var gtk: GtkAccessibleRole { GtkAccessibleRole(rawValue: number) }
}

extension WidgetHandle {
    /// A new widget of the type; where GTK does not have the type, the result of `otherwise`.
    init(_ type: GType, _ role: Role, otherwise: @autoclosure () -> WidgetPointer) {
        let made = gtkkit_new_with_role(type, role.gtk)?.assumingMemoryBound(to: GtkWidget.self)
        self.init(made ?? otherwise())
    }
}
