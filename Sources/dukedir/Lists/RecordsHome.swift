import DirectoryModel
import DirectoryStore
import DirectorySync
import Language

/// Makes changes where the collection is at home: here, or on the server first.
struct RecordsHome<R: Record> {
    let options: CommonOptions
    let store: Store

    /// - Throws: where the sandbox cannot be opened.
    init(_ options: CommonOptions) throws {
        self.options = options
        store = try options.openStore(for: R.self)
    }

    private var isRemote: Bool { if case .hosted = R.home { true } else { false } }

    /// The record that has `key`, or nil.
    func find(_ key: Int) async throws -> R? {
        guard isRemote else { return try store.find(R.self, key: key) }
        return try await options.remote(R.self, in: store) { try await $0.look(up: key) }
    }

    /// Adds a record of these fields, at the end where places are counted.
    /// - Returns: the record as it was added.
    func add(_ fields: String) async throws -> R {
        var record = R(key: 0)
        try Tokens<R>(fields).apply(to: &record)
        let typed = try record.checked()
        guard isRemote else { return try store.addCounted(typed.placed(last: try store.count(of: R.self))) }
        return try await options.remote(R.self, in: store) { list in
            // Others may have added theirs.
            if R.placeKey != nil { _ = try await list.refresh() }
            return try await list.add(typed.placed(last: try store.count(of: R.self)))
        }
    }

    /// Puts `changed` in the place of `original`.
    func change(_ original: R, to changed: R) async throws -> R {
        let changed = try changed.checked()
        guard !isRemote else {
            return try await options.remote(R.self, in: store) { try await $0.change(changed, from: original) }
        }
        try store.save(changed)
        return changed
    }

    /// Removes the record that has `key`.
    /// - Returns: the record as it was, or nil where there is none.
    func delete(_ key: Int) async throws -> R? {
        guard let record = try await find(key) else { return nil }
        if isRemote {
            _ = try await options.remote(R.self, in: store) { try await $0.delete([key]) }
        } else {
            guard try store.delete(R.self, key: key) else { return nil }
        }
        return record
    }
}

extension CommonOptions {
    /// Asks the server for its list; nobody has to sign in for that. Where it answered, it is remembered.
    func remote<R: Record, T>(
        _ type: R.Type, in store: Store, _ body: (RemoteList<R>) async throws -> T
    ) async throws -> T {
        let signIn = try signIn(in: store)
        let client = Client(server: try ServerAddress(signIn.server), credentials: nil)
        let answer = try await body(RemoteList(client: client, store: store))
        if server != nil { try signIn.keep(in: store) }
        return answer
    }
}

extension Record {
    /// The record at the end of a list of `count`, where it says nothing of its place.
    func placed(last count: Int) -> Self {
        guard let field = Self.placeKey.flatMap(Self.field(named:)), field.written(self).isEmpty else { return self }
        var record = self
        field.set(.number(count + 1), in: &record)
        return record
    }

    /// The record as a form would save it.
    /// - Throws: `CannotBeKept`, which names every field a form would not save.
    func checked() throws -> Self {
        let reasons = Self.fields.filter { !$0.isKey }.compactMap { field -> String? in
            let text = field.written(self)
            if case .failure(let broken) = field.rule.checked(text) {
                return translated("\(field.label) \(broken.reason).")
            }
            return field.isRequired && text.isEmpty ? translated("\(field.label) is missing.") : nil
        }
        guard reasons.isEmpty else { throw CannotBeKept(message: reasons.joined(separator: " ")) }
        let isGiven = Self.fields.contains { !$0.isKey && $0.editor != .flag && !$0.written(self).isEmpty }
        guard isGiven || Self.saving == .offered else { throw CannotBeKept(message: translated("Nothing was given.")) }
        return try mended()
    }
}

/// What a form would not save.
struct CannotBeKept: Explained {
    let message: String
    let recovery = ""
}
