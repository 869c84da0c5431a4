import ClassAPI
public import DirectoryModel
import Foundation
import GRDB

/// A value that the store holds under a name: a text as it is, any other value as JSON.
public struct Setting<Value: Codable & Sendable>: Sendable {
    public let name: String

    public init(_ name: String) { self.name = name }

    /// The value, or nil.
    public func value(in store: Store) throws(StoreError) -> Value? { try store.read(value) }

    /// The value; if there is none, `value` is stored. Concurrent callers get the same.
    public func value(in store: Store, default value: Value) throws(StoreError) -> Value {
        try store.write { db in
            if let stored = try self.value(in: db) { return stored }
            try set(value, in: db)
            return value
        }
    }

    /// Stores `value`; nil removes it.
    public func set(_ value: Value?, in store: Store) throws(StoreError) {
        try store.write { try set(value, in: $0) }
    }

    /// The setting as it is, to be expected later.
    public func stored(in store: Store) throws(StoreError) -> SettingValue {
        try store.read { SettingValue(name: name, text: try SettingValue.text(name, in: $0)) }
    }

    /// The setting with a value, to be stored with others.
    public func with(_ value: Value?) throws(StoreError) -> SettingValue {
        let text = try mappingStoreErrors { try value.map { try $0 as? String ?? String(json: $0) } }
        return SettingValue(name: name, text: text)
    }

    func value(in db: Database) throws -> Value? {
        guard let text = try SettingValue.text(name, in: db) else { return nil }
        return text as? Value ?? WireJSON.decode(Value.self, from: Data(text.utf8))
    }

    func set(_ value: Value?, in db: Database) throws { try with(value).store(in: db) }
}

/// A setting with a value.
public struct SettingValue: Sendable {
    let name: String
    let text: String?

    func store(in db: Database) throws {
        if let text {
            try db.execute(
                sql: "INSERT INTO setting VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value",
                arguments: [name, text])
        } else {
            try db.execute(sql: "DELETE FROM setting WHERE name = ?", arguments: [name])
        }
    }

    func isStored(in db: Database) throws -> Bool { try Self.text(name, in: db) == text }

    fileprivate static func text(_ name: String, in db: Database) throws -> String? {
        try String.fetchOne(db, sql: "SELECT value FROM setting WHERE name = ?", arguments: [name])
    }
}

extension Setting where Value == String {
    /// The NetID that is signed in.
    public static var netid: Setting { Setting("netid") }

    /// Where the records of a collection were fetched from.
    public static func origin(of definition: Definition) -> Setting {
        Setting("fetched-from-\(definition.collection.name)")
    }
}

extension String {
    init(json value: some Encodable) throws {
        self.init(decoding: try JSONEncoder().encode(value), as: UTF8.self)
    }
}
