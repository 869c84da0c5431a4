internal import CGtk
internal import CGtkShim

/// What a widget is to assistive programs, where that is not what GTK makes of it.
public enum Role: Sendable {
    /// A message that is read out as soon as it is there.
    case alert
    /// A window that asks something.
    case dialog
    /// Widgets that belong together.
    case group
    /// A picture with a name.
    case image
    /// Only for the eye: assistive programs pass it over.
    case presentation
    /// One of several of which one is chosen.
    case radio
    /// What holds those of which one is chosen.
    case radioGroup

    var gtk: GtkAccessibleRole {
        switch self {
        case .alert: GTK_ACCESSIBLE_ROLE_ALERT
        case .dialog: GTK_ACCESSIBLE_ROLE_DIALOG
        case .group: GTK_ACCESSIBLE_ROLE_GROUP
        case .image: GTK_ACCESSIBLE_ROLE_IMG
        case .presentation: GTK_ACCESSIBLE_ROLE_PRESENTATION
        case .radio: GTK_ACCESSIBLE_ROLE_RADIO
        case .radioGroup: GTK_ACCESSIBLE_ROLE_RADIO_GROUP
        }
    }
}

extension WidgetHandle {
    /// A new widget of the type; where there is no type, what `otherwise` makes.
    init(_ type: GType, _ role: Role, otherwise: @autoclosure () -> WidgetPointer) {
        let made = gtkkit_new_with_role(type, role.gtk)?.assumingMemoryBound(to: GtkWidget.self)
        self.init(made ?? otherwise())
    }
}
