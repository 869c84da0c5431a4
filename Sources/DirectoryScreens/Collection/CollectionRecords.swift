import DirectoryModel
import DirectoryStore
import DirectorySync

/// A collection's records, and the user who changes them.
@MainActor
struct CollectionRecords<R: DirectoryRecord> {
    let store: Store
    let repository: any RecordRepository<R>
    let preferences: PreferencesScreen
    let emojis: HobbyEmojis

    func record(_ key: Int) -> R? { (try? store.find(R.self, key: key)) ?? nil }

    func keys(of row: Int64) -> [Int] { (try? store.keys(of: R.self, rows: [row])) ?? [] }

    /// The key of the user's own record, or nil.
    var ownKey: Int? { (try? store.ownKey(of: R.self, owner: preferences.ownNetID)) ?? nil }
}
