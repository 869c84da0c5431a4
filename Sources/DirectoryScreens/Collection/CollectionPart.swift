import DirectoryModel
import DirectoryStore
import DirectorySync

/// What the parts of a collection's screen share.
@MainActor
final class CollectionContext {
    let collection: StoredCollection
    let repository: RecordRepository
    let preferences: PreferencesScreen
    let emojis: HobbyEmojis
    let list: ListScreen
    let detail: DetailScreen
    let transfer: ListUpdate
    let work = Work()
    let presenter = Presenter()

    init(
        of collection: StoredCollection, _ emojis: HobbyEmojis, _ preferences: PreferencesScreen,
        _ memory: any WindowStateStore, _ clock: WallClock
    ) {
        (self.collection, self.emojis, self.preferences) = (collection, emojis, preferences)
        let store = collection.store
        repository = collection.repository { () async throws(SyncError) in
            if store.isPast, let reason = store.whyReadOnly { throw .store(reason) }
            return try await preferences.client()
        }
        list = ListScreen(of: collection, memory: memory, clock: clock)
        detail = DetailScreen(list, emojis, presenter, work, memory)
        transfer = ListUpdate(of: collection, preferences: preferences, presenter: presenter, work: work)
    }

    var definition: Definition { collection.definition }
    var store: Store { collection.store }

    /// Where records are kept, which determines what can be done with them.
    var home: RecordSource { store.isPast ? .past : definition.home }

    /// False while another list is applied, or the user is asked about it.
    var canTakeOver: Bool { isIdle && !store.isPast }

    var isIdle: Bool { transfer.state == .idle && !work.isBusy }

    func record(_ key: Int) -> Record? { try? collection.find(key: key) }

    func keys(of row: Int64) -> [Int] { (try? collection.keys(rows: [row])) ?? [] }

    var ownKey: Int? { try? collection.ownKey(owner: preferences.ownNetID) }
}

@MainActor
public class CollectionPart {
    let context: CollectionContext

    init(_ context: CollectionContext) { self.context = context }

    var collection: StoredCollection { context.collection }
    var definition: Definition { context.definition }
    var info: CollectionInfo { definition.collection }
    var home: RecordSource { context.home }
    var store: Store { context.store }
    var repository: RecordRepository { context.repository }
    var list: ListScreen { context.list }
    var detail: DetailScreen { context.detail }
    var work: Work { context.work }
    var presenter: Presenter { context.presenter }
}
