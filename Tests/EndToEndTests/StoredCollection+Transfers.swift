import DirectoryStore
import DirectorySync
import Testing

extension StoredCollection {
    /// A list that arrived, and the download that can merge it. It is a failure where the server has nothing newer.
    func fetched(
        from client: Client, _ strategy: MergeStrategy = .replace
    ) async throws -> (download: Download, list: Download.FetchedList) {
        let download = Download(self, client: client, strategy: strategy)
        let list = try await download.fetch { _ in }
        return (download, try #require(list))
    }

    /// Downloads and merges a list.
    /// - Returns: nil where the server has nothing newer.
    func download(from client: Client, _ strategy: MergeStrategy = .replace) async throws -> ChangeSummary? {
        let download = Download(self, client: client, strategy: strategy)
        guard let list = try await download.fetch(progress: { _ in }) else { return nil }
        return try download.apply(list)
    }

    /// Runs `body` with the repository of a server that answers so, request after request.
    func withRepository(
        _ answers: [[UInt8]], before: @escaping @Sendable (Int) -> Void = { _ in },
        _ body: (RecordRepository, RawServer) async throws -> Void
    ) async throws {
        try await RawServer.with(answers: answers, before: before) { server in
            let client = try server.client()
            try await body(repository { client }, server)
        }
    }
}
