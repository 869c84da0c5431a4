internal import CGtk
internal import CGtkShim

/// A widget's role for assistive programs, where it differs from GTK's choice.
public enum Role: Sendable {
    /// A message that is read out as soon as it appears.
    case alert
    case dialog
    case group
    /// A picture with a name.
    case image
    case list
    case listItem
    /// Decoration: assistive programs ignore it.
    case presentation
    /// One of several of which one is chosen.
    case radio
    /// The container of those of which one is chosen.
    case radioGroup

    var gtk: GtkAccessibleRole {
        switch self {
        case .alert: GTK_ACCESSIBLE_ROLE_ALERT
        case .dialog: GTK_ACCESSIBLE_ROLE_DIALOG
        case .group: GTK_ACCESSIBLE_ROLE_GROUP
        case .image: GTK_ACCESSIBLE_ROLE_IMG
        case .list: GTK_ACCESSIBLE_ROLE_LIST
        case .listItem: GTK_ACCESSIBLE_ROLE_LIST_ITEM
        case .presentation: GTK_ACCESSIBLE_ROLE_PRESENTATION
        case .radio: GTK_ACCESSIBLE_ROLE_RADIO
        case .radioGroup: GTK_ACCESSIBLE_ROLE_RADIO_GROUP
        }
    }
}

extension WidgetHandle {
    /// A new widget of the type; where GTK does not have the type, the result of `otherwise`.
    init(_ type: GType, _ role: Role, otherwise: @autoclosure () -> WidgetPointer) {
        let made = gtkkit_new_with_role(type, role.gtk)?.assumingMemoryBound(to: GtkWidget.self)
        self.init(made ?? otherwise())
    }
}
