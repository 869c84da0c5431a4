import Language

/// The actions of a row's own buttons and swipes.
enum RowAction: String, Sendable {
    case edit, delete, toggle

    var name: String {
        switch self {
        case .edit: translated("Edit")
        case .delete: translated("Delete")
        case .toggle: translated("Mark as Completed")
        }
    }

    var iconName: String {
        switch self {
        case .edit: "document-edit-symbolic"
        case .delete: "user-trash-symbolic"
        case .toggle: "object-select-symbolic"
        }
    }
}
