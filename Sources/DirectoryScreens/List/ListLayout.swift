public import DirectoryModel
import DirectoryStore
import Foundation
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

    public static func offered(by definition: Definition) -> [ListLayout] {
        allCases.filter {
            switch $0 {
            case .rows, .compact: true
            case .faces: definition.hasPictures
            case .table: !definition.tableFields.isEmpty
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
        case .small: translated("Small")
        case .medium: translated("Medium")
        case .large: translated("Large")
        }
    }
}

/// The look of a list, remembered for each collection.
@MainActor @Observable
public final class ListLayoutScreen {
    public private(set) var look: ListLayout
    public private(set) var faceSize: FaceSize
    private(set) var arrangement: ListArrangement
    @ObservationIgnored public let offered: [ListLayout]
    /// The look to return to from the wall.
    @ObservationIgnored private var lastRows = ListLayout.rows
    /// Called after each change that the list must follow, with true if it is to be read again.
    @ObservationIgnored var changed: ((_ isArranged: Bool) -> Void)?
    @ObservationIgnored private let definition: Definition
    @ObservationIgnored private let memory: any WindowStateStore
    @ObservationIgnored private let name: String

    init(of definition: Definition, memory: any WindowStateStore) {
        self.definition = definition
        self.memory = memory
        name = definition.collection.name
        offered = ListLayout.offered(by: definition)
        let last = memory.remembered("look-\(name)").flatMap(ListLayout.init(rawValue:)) ?? .rows
        look = offered.contains(last) ? last : .rows
        faceSize = memory.remembered("face-size-\(name)").flatMap(FaceSize.init(rawValue:)) ?? .medium
        arrangement = ListArrangement(
            grouping: memory.remembered("grouping-\(name)") ?? definition.groupingItems[0].id,
            order: memory.remembered("order-\(name)") ?? definition.orderItems[0].id)
        let column = memory.remembered("column-\(name)") ?? ""
        let key = column.hasPrefix("-") ? String(column.dropFirst()) : column
        if definition.tableFields.contains(where: { $0.key == key }) {
            (arrangement.column, arrangement.isDescending) = (key, column.hasPrefix("-"))
        }
    }

    public var hasFaces: Bool { offered.contains(.faces) }
    public var isWall: Bool { look == .faces }

    /// Unknown looks are ignored.
    public func lookChosen(_ name: String) {
        guard let look = ListLayout(rawValue: name), offered.contains(look), look != self.look else { return }
        if self.look != .faces { lastRows = self.look }
        self.look = look
        memory.save(look.rawValue, as: "look-\(self.name)")
        // Only a table is sorted by a column.
        changed?(!arrangement.column.isEmpty)
    }

    /// Shows the wall unless the user has chosen a look.
    func showFacesUnlessChosen() {
        if memory.remembered("look-\(name)") == nil { lookChosen(ListLayout.faces.rawValue) }
    }

    /// Switches between the wall and the rows.
    public func facesTapped() { lookChosen((isWall ? lastRows : .faces).rawValue) }

    public func faceSizeChosen(_ size: FaceSize) {
        guard size != faceSize else { return }
        faceSize = size
        memory.save(size.rawValue, as: "face-size-\(self.name)")
    }

    /// Changes the size by one step, if possible.
    public func facesResized(larger: Bool) {
        let sizes = FaceSize.allCases
        guard isWall, let position = sizes.firstIndex(of: faceSize) else { return }
        let next = position + (larger ? 1 : -1)
        if sizes.indices.contains(next) { faceSizeChosen(sizes[next]) }
    }

    /// Changes the size by one step if two fingers are 1.4 times as far apart as before, and by two if twice as far.
    /// - Parameters:
    ///   - factor: the distance of the fingers, as a multiple of the one when they touched the wall.
    ///   - first: the size at that time.
    public func facesPinched(by factor: Double, from first: FaceSize) {
        let sizes = FaceSize.allCases
        guard isWall, factor > 0, let index = sizes.firstIndex(of: first) else { return }
        let steps = (log2(factor) * 2).rounded(.towardZero)
        faceSizeChosen(sizes[min(max(index + Int(steps), 0), sizes.count - 1)])
    }
}

/// How the list is divided, sorted, and narrowed.
extension ListLayoutScreen {
    public var groupingID: String { arrangement.grouping }
    var orderID: String { arrangement.order }

    /// The order, or the id of the sorted column.
    public var shownOrderID: String {
        look == .table && !arrangement.column.isEmpty ? Self.orderID(ofColumn: arrangement.column) : orderID
    }

    public var groupings: [ListChoice] { definition.groupingItems }
    public var orders: [ListChoice] { definition.orderItems }
    public var queryLabels: [String] { definition.queryItems.map(\.label) }
    public var chosenQuery: Int { definition.queryItems.firstIndex { $0.id == arrangement.query } ?? 0 }

    /// The columns for the sort menu, including hidden ones.
    public var columnOrders: [ListChoice] {
        guard look == .table else { return [] }
        return definition.tableFields.map {
            ListChoice(id: Self.orderID(ofColumn: $0.key), label: translated("Sort by \($0.label)"))
        }
    }

    private static func orderID(ofColumn key: String) -> String { "column-\(key)" }

    /// The arrangement for the store: only a table is sorted by a column.
    var wantedArrangement: ListArrangement {
        var wanted = arrangement
        if look != .table { wanted.column = "" }
        return wanted
    }

    public func groupingChosen(_ id: String) { arrange { ($0.grouping, $0.column) = (id, "") } }

    /// Sorts by an order or a column; numbers start with the largest.
    public func orderChosen(_ id: String) {
        let field = definition.tableFields.first { Self.orderID(ofColumn: $0.key) == id }
        arrange {
            if let field {
                ($0.column, $0.isDescending) = (field.key, field.isNumeric)
            } else {
                ($0.order, $0.column) = (id, "")
            }
        }
    }

    public func queryChosen(_ position: Int) {
        guard definition.queryItems.indices.contains(position), position != chosenQuery else { return }
        arrange { $0.query = definition.queryItems[position].id }
    }

    /// - Returns: false for an unknown id.
    public func queryChosen(id: String) -> Bool {
        guard let position = definition.queryItems.firstIndex(where: { $0.id == id }) else { return false }
        queryChosen(position)
        return true
    }

    /// Sorts by a column, then backwards, then by the list's own order. Numbers start with the largest.
    public func columnTapped(_ key: String) {
        guard let field = definition.tableFields.first(where: { $0.key == key }) else { return }
        arrange { arrangement in
            if arrangement.column != key {
                arrangement.column = key
                arrangement.isDescending = field.isNumeric
            } else if arrangement.isDescending == field.isNumeric {
                arrangement.isDescending.toggle()
            } else {
                arrangement.column = ""
                arrangement.isDescending = false
            }
        }
    }

    private func arrange(_ change: (inout ListArrangement) -> Void) {
        change(&arrangement)
        memory.save(arrangement.grouping, as: "grouping-\(name)")
        memory.save(arrangement.order, as: "order-\(name)")
        let column = (arrangement.isDescending ? "-" : "") + arrangement.column
        memory.save(arrangement.column.isEmpty ? nil : column, as: "column-\(name)")
        changed?(true)
    }
}
