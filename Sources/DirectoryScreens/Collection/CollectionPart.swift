import DirectoryModel
import DirectoryStore
import DirectorySync

/// What the parts of a collection's screen share.
@MainActor
final class CollectionContext {
    let recordType: any DirectoryRecord.Type
    let store: Store
    let repository: any RecordRepository
    let preferences: PreferencesScreen
    let emojis: HobbyEmojis
    let list: ListScreen
    let detail: DetailScreen
    let transfer: ListUpdate
    let work = Work()
    let presenter = Presenter()

    init(
        of recordType: any DirectoryRecord.Type, _ store: Store, _ emojis: HobbyEmojis,
        _ preferences: PreferencesScreen, _ memory: any WindowStateStore, _ clock: WallClock
    ) {
        (self.recordType, self.store, self.emojis, self.preferences) = (recordType, store, emojis, preferences)
        repository = recordType.anyRepository(store: store) { () async throws(SyncError) in
            if store.isPast, let reason = store.whyReadOnly { throw .store(reason) }
            return try await preferences.client()
        }
        list = ListScreen(of: recordType, store: store, memory: memory, clock: clock)
        detail = DetailScreen(list, emojis, presenter, work)
        transfer = ListUpdate(
            of: recordType, store: store, preferences: preferences, presenter: presenter, work: work)
    }

    /// Where records are kept, which determines what can be done with them.
    var home: RecordSource { store.isPast ? .past : recordType.home }

    /// False while another list is applied, or the user is asked about it.
    var canTakeOver: Bool { isIdle && !store.isPast }

    var isIdle: Bool { transfer.state == .idle && !work.isBusy }

    func record(_ key: Int) -> (any DirectoryRecord)? { try? store.find(recordType, key: key) }

    func keys(of row: Int64) -> [Int] { (try? store.keys(of: recordType, rows: [row])) ?? [] }

    var ownKey: Int? { try? store.ownKey(of: recordType, owner: preferences.ownNetID) }
}

@MainActor
public class CollectionPart {
    let context: CollectionContext

    init(_ context: CollectionContext) { self.context = context }

    var recordType: any DirectoryRecord.Type { context.recordType }
    var collection: CollectionInfo { context.recordType.collection }
    var home: RecordSource { context.home }
    var store: Store { context.store }
    var repository: any RecordRepository { context.repository }
    var list: ListScreen { context.list }
    var detail: DetailScreen { context.detail }
    var work: Work { context.work }
    var presenter: Presenter { context.presenter }
}
