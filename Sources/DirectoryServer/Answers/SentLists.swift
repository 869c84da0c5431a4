import Foundation

/// The present version of each collection's list as a file, made when it is first requested after a change. One request
/// makes it, and the others wait for it.
actor SentLists {
    private let repository: any EntryRepository
    /// Where the files are.
    nonisolated let folder: String
    private var latest: [String: SentList] = [:]
    private var making: [String: Task<SentList, any Error>] = [:]

    /// - Parameter folder: where the files are.
    init(repository: any EntryRepository, folder: String) {
        (self.repository, self.folder) = (repository, folder)
    }

    /// The list of `collection`, which has `tag` or is newer.
    /// - Throws: `IOError` where it cannot be written, or an error of the database.
    func file(of collection: String, tag: String) async throws -> SentList {
        if let file = latest[collection], file.tag == tag { return file }
        let present = try await repository.listTag(of: collection)
        if let file = latest[collection], file.tag == present { return file }
        // What another request began to make may be from before the last change.
        if let begun = making[collection], let file = try? await begun.value, file.tag == present { return file }
        return try await (making[collection] ?? begin(collection)).value
    }

    /// Lets the space of files be free whose lists another server changed, as `repository` hears of it; returns when
    /// the task is canceled.
    /// - Throws: why `repository` does not hear of it.
    nonisolated func followChanges(of repository: any DirectoryRepository) async throws {
        for try await collection in repository.changedLists() { await dropOld(of: collection) }
    }

    /// - Parameter changed: the collection that changed, or nil where any may have.
    private func dropOld(of changed: String?) async {
        for collection in changed.map({ [$0] }) ?? Array(latest.keys) {
            guard let file = latest[collection], let tag = try? await repository.listTag(of: collection) else {
                continue
            }
            if file.tag != tag, latest[collection] === file { latest[collection] = nil }
        }
    }

    private func begin(_ collection: String) -> Task<SentList, any Error> {
        let task = Task {
            defer { making[collection] = nil }
            let file = try await SentList(try await repository.snapshot(of: collection), in: folder)
            latest[collection] = file
            return file
        }
        making[collection] = task
        return task
    }
}
