public import DirectoryModel
import DirectoryStore
import DirectorySync

/// A field, whatever records it is of.
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
    /// What it suggests for `text` in the field that has `key`; nil where it does not follow that field.
    func suggestion(for text: String, in key: String) -> String?
}

extension Field: RecordField {
    func suggestion(for text: String, in key: String) -> String? {
        suggestion.flatMap { $0.from == key ? $0.value(text) : nil }
    }
}

/// What screens ask of a collection without naming the type of its records.
extension DirectoryRecord {
    /// True where records have a picture.
    public static var hasPictures: Bool { fields.contains(where: \.isPicture) }
    /// True where rows have a check button.
    public static var hasToggle: Bool { definition.toggle != nil }
    /// The label for flipping the flag that rows show as a check button, or nil.
    public static func toggleLabel(isOn: Bool) -> String? { definition.toggle?.label(isOn: isOn) }
    /// True where names can be learned by faces.
    static var hasFaceNames: Bool { definition.faceNames != nil }
    static var editsWhenActivated: Bool { definition.presentation.editsWhenActivated }
    static var hasOwner: Bool { definition.owner != nil }
    /// The field of the email address, or nil where records do not have one.
    static var emailField: Field<Self>? { fields.first { $0.editor == .text(.email) } }
    static var hasEmailField: Bool { emailField != nil }

    static var anyFields: [any RecordField] { fields }
    static var anyTableFields: [any RecordField] { tableFields }
    static func anyField(_ key: String) -> (any RecordField)? { field(named: key) }
    /// The field that the entry over the list fills, or nil where lists do not have one.
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

    /// The name of the record that has `key`, or nil.
    static func title(of key: Int, in store: Store) -> String? {
        (try? store.rows(of: self, keys: [key]))?.first.flatMap { try? store.stored(self, row: $0) }?.record.displayName
    }

    /// True where both are the same record with the same values.
    func isSame(as other: any DirectoryRecord) -> Bool { other as? Self == self }
}

/// What became of a record that was saved.
enum SavedRecord {
    case kept(any DirectoryRecord, isPutBack: Bool)
    /// No record has the key.
    case absent
    case keyTaken(by: String)
    /// Others changed the same fields in the meantime.
    case conflict(MergeScreen)

    @MainActor
    init<R: DirectoryRecord>(_ changed: Changed<R>) {
        self =
            switch changed {
            case .kept(let record): .kept(record, isPutBack: false)
            case .putBack(let record): .kept(record, isPutBack: true)
            case .absent: .absent
            case .keyTaken(let holder): .keyTaken(by: holder)
            case .conflict(let both): .conflict(MergeScreen(both, isOnServer: R.home.isHosted))
            }
    }
}

/// The repository's changes, for records of a type that is not known.
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
