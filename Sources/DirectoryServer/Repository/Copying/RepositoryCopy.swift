private import Synchronization

/// Copies everything from one repository to another, and compares what both have afterwards.
public struct RepositoryCopy: Sendable {
    /// How much was copied.
    public struct Counts: Equatable, Sendable {
        public let entries: Int
        public let items: Int
        public let accounts: Int
    }

    /// The number and the hash of the rows of each kind.
    private struct Content: Equatable {
        var counts: [StoredRow.Kind: Int] = [:]
        var hashes: [StoredRow.Kind: [UInt8]] = [:]

        /// How many items there are beside those of accounts, whose lists have a slash in their names.
        var items = 0

        mutating func add(_ row: StoredRow) {
            counts[row.kind, default: 0] += 1
            if case .item(_, let collection, _) = row, !collection.contains("/") { items += 1 }
            hashes[row.kind] = row.hash(after: hashes[row.kind] ?? [])
        }
    }

    private let source: any CopyableRepository
    private let destination: any CopyableRepository

    /// - Returns: nil where one of them cannot be copied.
    public init?(from source: any DirectoryRepository, to destination: any DirectoryRepository) {
        guard let source = source as? any CopyableRepository,
            let destination = destination as? any CopyableRepository
        else { return nil }
        (self.source, self.destination) = (source, destination)
    }

    /// Copies everything, in one transaction of the destination, which must be empty.
    /// - Throws: `ServerError.databaseNotEmpty`, `.copyDiffers`, or an error of a database.
    public func run() async throws -> Counts {
        let rows = RowChannel()
        async let reading: Void = Self.read(source, into: rows)
        do {
            try await destination.addRows { try rows.next() }
        } catch {
            rows.stop()
            await reading
            throw error
        }
        await reading
        let (one, other) = (try await Self.content(of: source), try await Self.content(of: destination))
        guard one == other else { throw ServerError.copyDiffers }
        return Counts(
            entries: (other.counts[.entry] ?? 0) + (other.counts[.hiddenEntry] ?? 0), items: other.items,
            accounts: other.counts[.account] ?? 0)
    }

    private static func read(_ source: any CopyableRepository, into rows: RowChannel) async {
        do {
            try await source.forEachRow { try rows.add($0) }
            rows.end()
        } catch {
            rows.end(error)
        }
    }

    private static func content(of repository: any CopyableRepository) async throws -> Content {
        let content = SharedContent()
        try await repository.forEachRow { row in content.value.withLock { $0.add(row) } }
        return content.value.withLock { $0 }
    }

    private final class SharedContent: Sendable {
        let value = Mutex(Content())
    }
}
