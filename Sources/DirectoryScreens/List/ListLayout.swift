public import DirectoryModel
import Language
public import Observation

/// How a list shows its records.
public enum ListLayout: String, CaseIterable, Sendable {
    /// Rows of two lines, with pictures.
    case rows
    /// Rows of one line.
    case compact
    /// A wall of pictures with names beneath.
    case faces
    /// A row for each record, with a column for each field.
    case table

    /// The looks that the lists of a collection have.
    public static func offered(by recordType: any DirectoryRecord.Type) -> [ListLayout] {
        allCases.filter {
            switch $0 {
            case .rows, .compact: true
            case .faces: recordType.hasPictures
            case .table: !recordType.anyTableFields.isEmpty
            }
        }
    }

    public var label: String {
        switch self {
        case .rows: translated("Rows")
        case .compact: translated("Compact Rows")
        case .faces: translated("Faces")
        case .table: translated("Table")
        }
    }
}

public enum FaceSize: String, CaseIterable, Sendable {
    case small, medium, large

    public var label: String {
        switch self {
        case .small: translated("Small Faces")
        case .medium: translated("Medium Faces")
        case .large: translated("Large Faces")
        }
    }
}

/// How a list shows its records; it is remembered for each collection.
@MainActor @Observable
public final class ListLayoutScreen {
    public private(set) var look: ListLayout
    public private(set) var faceSize: FaceSize
    @ObservationIgnored public let offered: [ListLayout]
    /// The look that comes back when the wall is left.
    @ObservationIgnored private var lastRows = ListLayout.rows
    @ObservationIgnored var changed: (() -> Void)?
    @ObservationIgnored private let memory: any WindowStateStore
    @ObservationIgnored private let name: String

    init(of recordType: any DirectoryRecord.Type, memory: any WindowStateStore) {
        (self.memory, name) = (memory, recordType.collection.name)
        offered = ListLayout.offered(by: recordType)
        let last = memory.remembered("look-\(name)").flatMap(ListLayout.init(rawValue:)) ?? .rows
        look = offered.contains(last) ? last : .rows
        faceSize = memory.remembered("face-size-\(name)").flatMap(FaceSize.init(rawValue:)) ?? .medium
    }

    /// True where the records have pictures, and the list can be a wall of them.
    public var hasFaces: Bool { offered.contains(.faces) }
    public var isWall: Bool { look == .faces }
    public var faceSizes: [FaceSize] { hasFaces ? FaceSize.allCases : [] }

    /// A look was chosen by its name; one that the collection does not have is ignored.
    public func lookChosen(_ name: String) {
        guard let look = ListLayout(rawValue: name), offered.contains(look), look != self.look else { return }
        if self.look != .faces { lastRows = self.look }
        self.look = look
        memory.remember(look.rawValue, as: "look-\(self.name)")
        changed?()
    }

    /// Turns the list into a wall of faces, or back into what it was.
    public func facesTapped() { lookChosen((isWall ? lastRows : .faces).rawValue) }

    /// A size was chosen by its name.
    public func faceSizeChosen(_ name: String) {
        guard let size = FaceSize(rawValue: name), size != faceSize else { return }
        faceSize = size
        memory.remember(size.rawValue, as: "face-size-\(self.name)")
    }

    /// Makes the faces larger or smaller by one step, as far as there is one.
    public func facesResized(larger: Bool) {
        let sizes = FaceSize.allCases
        guard isWall, let place = sizes.firstIndex(of: faceSize) else { return }
        let next = place + (larger ? 1 : -1)
        if sizes.indices.contains(next) { faceSizeChosen(sizes[next].rawValue) }
    }
}
