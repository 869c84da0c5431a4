import DirectoryStore
import Foundation

/// A value that the store keeps under a name, as JSON.
struct Setting<Value: Codable & Sendable>: Sendable {
    let name: String
    let store: Store

    init(_ name: String, in store: Store) { (self.name, self.store) = (name, store) }

    var value: Value? {
        let json = try? store.setting(name)
        return json.flatMap { try? JSONDecoder().decode(Value.self, from: Data($0.utf8)) }
    }

    func keep(_ value: Value?) throws(StoreError) {
        let json = value.flatMap { try? JSONEncoder().encode($0) }
        try store.set(json.map { String(decoding: $0, as: UTF8.self) }, for: name)
    }
}
