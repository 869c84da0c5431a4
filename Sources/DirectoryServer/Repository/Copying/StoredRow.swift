internal import ClassAPI
internal import Foundation

/// One row of what a repository stores, as it is copied to another one.
enum StoredRow: Equatable, Sendable {
    /// An entry, in the order of its list.
    case entry(Entry)
    /// A hidden entry, by its number.
    case hiddenEntry(Entry)
    /// The tag of a list of entries, after all of these.
    case entryList(collection: String, tag: String)
    /// A change of a list of entries, by age: the tag of the list after it, and the key of the entry.
    case entryChange(collection: String, tag: String, key: Int?)
    case item(Item, collection: String, ends: Double?)
    /// The largest number that an item of a list ever had, after all of its items.
    case itemList(collection: String, last: Int)
    /// The answer to a request that may be repeated.
    case request(ItemRequest, answer: Item, collection: String, made: Double)
    case account(Account)

    /// What rows of a kind are called in a report.
    enum Kind: String, CaseIterable {
        case entry, hiddenEntry, entryList, entryChange, item, itemList, request, account
    }

    var kind: Kind {
        switch self {
        case .entry: .entry
        case .hiddenEntry: .hiddenEntry
        case .entryList: .entryList
        case .entryChange: .entryChange
        case .item: .item
        case .itemList: .itemList
        case .request: .request
        case .account: .account
        }
    }

    /// The hash of this row after others that have the hash `earlier`.
    func hash(after earlier: [UInt8]) -> [UInt8] {
        var hash = ContentHash()
        for part in [Data(earlier)] + parts { hash.add(part) }
        return hash.bytes()
    }

    private var parts: [Data] {
        switch self {
        case .entry(let entry), .hiddenEntry(let entry):
            let keys = [entry.collection, String(entry.key), entry.owner, entry.section, entry.order, entry.searchText]
            return Self.bytes(keys) + [entry.json]
        case .entryList(let collection, let tag): return Self.bytes([collection, tag])
        case .entryChange(let collection, let tag, let key):
            return Self.bytes([collection, tag, key.map { "\($0)" } ?? ""])
        case .item(let item, let collection, let ends):
            return Self.bytes([collection, String(item.number), ends.map { "\($0)" } ?? ""]) + [item.json]
        case .itemList(let collection, let last): return Self.bytes([collection, String(last)])
        case .request(let request, let answer, let collection, let made):
            return Self.bytes([collection, request.key, request.content, String(answer.number), "\(made)"])
                + [answer.json]
        case .account(let account):
            let created = "\(account.created.timeIntervalSince1970)"
            return Self.bytes([account.netid, account.role.rawValue, account.passwordHash, created])
        }
    }

    private static func bytes(_ texts: [String]) -> [Data] { texts.map { Data($0.utf8) } }
}
