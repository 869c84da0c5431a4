internal import DirectoryModel

/// Administers published entries.
public struct EntryList: Sendable {
    static let collections: [Definition] = Collections.all.filter { $0.home.isPublished }

    private let repository: SQLRepository

    public init(repository: SQLRepository) { self.repository = repository }

    /// Removes the entries of `netid`, including hidden ones; the account is unchanged.
    /// - Throws: `ServerError.noEntry`, or an error of the database.
    public func remove(of netid: String) async throws {
        try await change(of: netid, else: .noEntry(netid)) {
            try await repository.removeHiddenOrShown(entryOf: netid, in: $0)
        }
    }

    /// Hides the entries of `netid` from lists, pages, and phones.
    /// - Throws: `ServerError.noEntry`, `.entryHidden`, or an error of the database.
    public func hide(of netid: String) async throws {
        var problem = ServerError.noEntry(netid)
        for type in Self.collections where try await repository.entry(of: netid, in: ListKey(type).hidden) != nil {
            problem = .entryHidden(netid)
        }
        try await change(of: netid, else: problem) {
            try await repository.setHidden(true, entryOf: netid, in: $0)
        }
    }

    /// Shows the hidden entries of `netid` again.
    /// - Throws: `ServerError.noHiddenEntry`, or an error of the database.
    public func show(of netid: String) async throws {
        try await change(of: netid, else: .noHiddenEntry(netid)) {
            try await repository.setHidden(false, entryOf: netid, in: $0)
        }
    }

    private func change(
        of netid: String, else problem: ServerError, _ body: (ListKey) async throws -> Bool
    ) async throws {
        var isChanged = false
        for type in Self.collections { isChanged = try await body(ListKey(type)) || isChanged }
        guard isChanged else { throw problem }
    }
}
