import DirectoryModel
import DirectoryStore
import DirectorySync
import Language

/// Makes changes for the commands where the collection is at home, under the sign-in they were given.
struct RecordsHome<R: Record> {
    let options: CommonOptions
    let store: Store

    /// - Throws: where the sandbox cannot be opened.
    init(_ options: CommonOptions) throws {
        self.options = options
        store = try options.openStore(for: R.self)
    }

    private func home<T>(_ body: (HomeList<R>) async throws -> T) async throws -> T {
        guard R.home.isHosted else { return try await body(HomeList(store: store, remote: nil)) }
        return try await options.remote(R.self, in: store) { try await body(HomeList(store: store, remote: $0)) }
    }

    /// The record that has `key`, or nil.
    func find(_ key: Int) async throws -> R? { try await home { try await $0.find(key) } }

    /// Adds a record of these fields, at the end where places are counted.
    /// - Returns: the record as it was added.
    func add(_ fields: String) async throws -> R {
        var record = R(key: 0)
        let tokens = try Tokens<R>(fields)
        try tokens.apply(to: &record)
        let typed = try record.checked()
        guard let added = try await home({ try await $0.add(typed) }) else { throw belongsToAnother }
        return try await saying(tokens, of: typed, in: added)
    }

    /// What was typed and the server says otherwise of a record it has just made is changed there.
    private func saying(_ tokens: Tokens<R>, of typed: R, in added: R) async throws -> R {
        let fields = tokens.tokens.map(\.field)
        guard fields.contains(where: { $0.value(added) != $0.value(typed) }) else { return added }
        let changed = try await change(added.key) { record in
            for field in fields { field.set(field.value(typed), in: &record) }
        }
        return changed ?? added
    }

    /// Changes the record that has `key` as it is now.
    /// - Returns: the record as it was kept, or nil where there is none.
    /// - Throws: `ChangedByOthers` where others changed the same fields at the same time.
    func change(_ key: Int, _ change: (inout R) throws -> Void) async throws -> R? {
        let edit = try await home { home in
            try await home.edit(key) { now throws(any Error) in
                var changed = now
                try change(&changed)
                return try changed.checked()
            }
        }
        switch try edit.get() {
        case .kept(let kept), .putBack(let kept): return kept
        case .absent: return nil
        case .keyTaken: throw belongsToAnother
        case .conflict(let both):
            for difference in both.writtenOver { Terminal.complain(difference.words(of: R.self)) }
            throw ChangedByOthers(one: R.collection.one)
        }
    }

    private var belongsToAnother: CannotBeKept {
        CannotBeKept(message: translated("\(R.fields[0].label) belongs to another \(R.collection.one) already."))
    }

    /// Removes the record that has `key`.
    /// - Returns: the record as it was, or nil where there is none.
    func delete(_ key: Int) async throws -> R? {
        guard let record = try await find(key) else { return nil }
        let deleted = try await home { try await $0.delete([key]) }
        // What lives on the server may never have been here.
        return R.home.isHosted || !deleted.titles.isEmpty ? record : nil
    }
}

extension CommonOptions {
    /// Asks the server for its list; nobody has to sign in for that.
    func remote<R: Record, T>(
        _ type: R.Type, in store: Store, _ body: (RemoteList<R>) async throws -> T
    ) async throws -> T {
        let signIn = try signIn(in: store)
        let client = Client(server: try ServerAddress(signIn.server), credentials: nil)
        return try await body(RemoteList(client: client, store: store))
    }
}

extension Record {
    /// The record as a form would save it.
    /// - Throws: `CannotBeKept`, which names every field a form would not save.
    func checked() throws -> Self {
        let reasons = reasonsAgainst
        guard reasons.isEmpty else { throw CannotBeKept(message: reasons.joined(separator: " ")) }
        guard isGiven || Self.saving == .offered else { throw CannotBeKept(message: translated("Nothing was given.")) }
        return try mended()
    }
}

/// What a form would not save.
struct CannotBeKept: Explained {
    let message: String
    let recovery = ""
}

/// Others changed the same fields of a record at the same time.
struct ChangedByOthers: Explained {
    let one: String

    var message: String {
        translated("This \(one) was changed by somebody else at the same time, so it was left as it is there.")
    }
    var recovery: String { translated("Look at it, and try again.") }
}

extension ThreeWayMerge {
    /// The conflicts; where what was typed is what was shown here, they are what others made of it.
    fileprivate var writtenOver: [FieldDifference] { conflicts.isEmpty ? onlyTheirs : conflicts }
}

extension FieldDifference {
    /// Mine and the server's, one beside the other.
    func words<R: Record>(of type: R.Type) -> String {
        let words =
            R.field(named: key)?.isPicture == true
            ? translated("\(label): another one")
            : translated("\(label): you have “\(beforeText)”, the server has “\(afterText)”")
        return words.printable
    }
}
