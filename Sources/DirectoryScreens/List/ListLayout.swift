public import DirectoryModel
import Language
public import Observation

public enum ListLayout: String, CaseIterable, Sendable {
    /// Two lines, with pictures.
    case rows
    /// One line.
    case compact
    /// A wall of pictures with names.
    case faces
    /// A column for each field.
    case table

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

/// The look of a list, remembered for each collection.
@MainActor @Observable
public final class ListLayoutScreen {
    public private(set) var look: ListLayout
    public private(set) var faceSize: FaceSize
    @ObservationIgnored public let offered: [ListLayout]
    /// The look to return to from the wall.
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

    public var hasFaces: Bool { offered.contains(.faces) }
    public var isWall: Bool { look == .faces }
    public var faceSizes: [FaceSize] { hasFaces ? FaceSize.allCases : [] }

    /// Unknown looks are ignored.
    public func lookChosen(_ name: String) {
        guard let look = ListLayout(rawValue: name), offered.contains(look), look != self.look else { return }
        if self.look != .faces { lastRows = self.look }
        self.look = look
        memory.remember(look.rawValue, as: "look-\(self.name)")
        changed?()
    }

    /// Switches between the wall and the rows.
    public func facesTapped() { lookChosen((isWall ? lastRows : .faces).rawValue) }

    public func faceSizeChosen(_ name: String) {
        guard let size = FaceSize(rawValue: name), size != faceSize else { return }
        faceSize = size
        memory.remember(size.rawValue, as: "face-size-\(self.name)")
    }

    /// Changes the size by one step, if possible.
    public func facesResized(larger: Bool) {
        let sizes = FaceSize.allCases
        guard isWall, let place = sizes.firstIndex(of: faceSize) else { return }
        let next = place + (larger ? 1 : -1)
        if sizes.indices.contains(next) { faceSizeChosen(sizes[next].rawValue) }
    }
}
