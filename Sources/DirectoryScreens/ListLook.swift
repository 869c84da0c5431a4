public import DirectoryModel
import Language

/// How a list shows its records.
public enum ListLook: String, CaseIterable, Sendable {
    /// Rows of two lines, with pictures.
    case rows
    /// Rows of one line.
    case compact
    /// A wall of pictures with names beneath.
    case faces
    /// A row for each record, with a column for each field.
    case table

    /// The looks that the lists of `type` have.
    public static func offered<R: DirectoryRecord>(by type: R.Type) -> [ListLook] {
        allCases.filter {
            switch $0 {
            case .rows, .compact: true
            case .faces: R.fields.contains(where: \.isPicture)
            case .table: !R.tableFields.isEmpty
            }
        }
    }

    var label: String {
        switch self {
        case .rows: translated("Rows")
        case .compact: translated("Compact Rows")
        case .faces: translated("Faces")
        case .table: translated("Table")
        }
    }
}

/// The size of the faces of a wall.
public enum FaceSize: String, CaseIterable, Sendable {
    case small, medium, large

    var label: String {
        switch self {
        case .small: translated("Small Faces")
        case .medium: translated("Medium Faces")
        case .large: translated("Large Faces")
        }
    }
}

/// The ways a list can look, for a menu: ids and labels.
public struct ListLookMenu: Equatable, Sendable {
    public let looks: [Arrangements.Item]
    /// Empty where the collection does not have pictures.
    public let sizes: [Arrangements.Item]
    /// True where the list is a wall of faces now.
    public let isWall: Bool
}
