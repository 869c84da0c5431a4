import ClassAPI
import DirectoryModel
import DirectoryStore
import Foundation

/// The idempotency key of a request for a new record: the server creates one record, however often it is sent.
///
/// It is stored until the server has answered, so that the same order has the same key after a crash, in any program.
struct OrderKey: Sendable {
    let text: String
    /// The key, and when it was made.
    let setting: Setting<String>

    /// How long servers store a key, in seconds.
    static let life: TimeInterval = 30 * 86_400

    /// The key of an earlier attempt without an answer, or a new one.
    /// - Parameter life: how long the same content is the same order, in seconds.
    /// - Throws: if it could not be stored; then the order must not be sent.
    init(
        for body: Data, to server: ServerAddress, in collection: StoredCollection,
        lasting life: TimeInterval = OrderKey.life, on now: Date = Date()
    ) throws(StoreError) {
        var hash = ContentHash()
        hash.add(server.url.absoluteString)
        hash.add(body)
        setting = Setting("order-\(collection.definition.collection.name)-\(hash.hexadecimal())")
        let new = "\(UUID().uuidString) \(Int(now.timeIntervalSince1970))"
        var saved = try setting.value(in: collection.store, default: new)
        if Self.age(of: saved, on: now) > life {
            try setting.set(new, in: collection.store)
            saved = new
        }
        text = String(saved.prefix { $0 != " " })
    }

    private static func age(of saved: String, on now: Date) -> TimeInterval {
        let parts = saved.split(separator: " ")
        guard parts.count == 2, let made = TimeInterval(parts[1]) else { return .infinity }
        return now.timeIntervalSince1970 - made
    }

    /// Removes the key of an answered order: from now on the same content is another order.
    func forget(in store: Store) throws(StoreError) { try setting.set(nil, in: store) }
}
