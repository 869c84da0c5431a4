public import DirectoryModel
import DirectoryStore
import DirectorySync

/// A field without its record type.
protocol RecordField: Sendable {
    var key: String { get }
    var label: String { get }
    var editor: Editor { get }
    var rule: Rule { get }
    var isKey: Bool { get }
    var isPicture: Bool { get }
    var isNumeric: Bool { get }
    var isMinorInTable: Bool { get }
    func isUnset(_ text: String) -> Bool
    func isPlaceholder(_ text: String) -> Bool
    func isGiven(by text: String) -> Bool
    func broken(by text: String, _ origin: Rule.Origin) -> RuleBroken?
    /// The suggestion for `text` typed into the field `key`; nil if this field does not follow it.
    func suggestion(for text: String, in key: String) -> String?
}

extension Field: RecordField {
    func suggestion(for text: String, in key: String) -> String? {
        suggestion.flatMap { $0.from == key ? $0.value(text) : nil }
    }
}

/// What screens ask of a collection without its record type.
extension DirectoryRecord {
    public static var hasPictures: Bool { fields.contains(where: \.isPicture) }
    public static var hasToggle: Bool { definition.toggle != nil }
    public static func toggleLabel(isOn: Bool) -> String? { definition.toggle?.label(isOn: isOn) }
    static var hasFaceNames: Bool { definition.faceNames != nil }
    static var editsWhenActivated: Bool { definition.presentation.editsWhenActivated }
    static var hasOwner: Bool { definition.owner != nil }
    static var emailField: Field? { fields.first { $0.editor == .text(.email) } }
    static var hasEmailField: Bool { emailField != nil }

    static var anyFields: [any RecordField] { fields }
    static var anyTableFields: [any RecordField] { tableFields }
    static func anyField(_ key: String) -> (any RecordField)? { field(named: key) }
    /// The field that the entry above the list fills, or nil.
    static var quickEntryKey: String? { definition.quickEntry?.key }
    static var ownerKey: String? { definition.owner?.key }

    static var groupingItems: [ListChoice] {
        definition.groupings.map { ListChoice(id: $0.id, label: $0.label) }
    }
    static var orderItems: [ListChoice] {
        definition.orders.map { ListChoice(id: $0.id, label: $0.label) }
    }
    static var queryItems: [ListChoice] {
        definition.queries.map { ListChoice(id: $0.id, label: $0.label) }
    }

    static func anyRepository(store: Store, client: @escaping ClientSource) -> any RecordRepository {
        repository(store: store, client: client)
    }

    static func title(of key: Int, in store: Store) -> String? {
        (try? store.rows(of: self, keys: [key]))?.first.flatMap { try? store.stored(self, row: $0) }?.record.displayName
    }

    func isSame(as other: any DirectoryRecord) -> Bool { other as? Self == self }
}

/// The result of saving a record.
enum SavedRecord {
    case kept(any DirectoryRecord, isPutBack: Bool)
    case absent
    case keyTaken(by: String)
    /// Others changed the same fields.
    case conflict(MergeScreen)

    @MainActor
    init<R: DirectoryRecord>(_ changed: Changed<R>) {
        self =
            switch changed {
            case .kept(let record): .kept(record, isPutBack: false)
            case .putBack(let record): .kept(record, isPutBack: true)
            case .absent: .absent
            case .keyTaken(let holder): .keyTaken(by: holder)
            case .conflict(let both): .conflict(MergeScreen(both, of: R.self, isOnServer: R.home.isHosted))
            }
    }
}

/// Changes without the record type.
@MainActor
extension RecordRepository {
    func addAny(_ record: any DirectoryRecord) async throws(SyncError) -> SavedRecord {
        guard let record = record as? R else { return .absent }
        return SavedRecord(try await add(record))
    }

    func saveAny(
        from original: any DirectoryRecord, to mine: any DirectoryRecord
    ) async throws(SyncError) -> SavedRecord {
        guard let original = original as? R, let mine = mine as? R else { return .absent }
        return SavedRecord(try await save(from: original, to: mine))
    }

    func flip(_ key: Int) async throws(SyncError) { _ = try await toggle(key) }
}
