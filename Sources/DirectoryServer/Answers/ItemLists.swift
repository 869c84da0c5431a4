import Foundation
import NIOCore
import Synchronization

/// The latest list of items, encoded once for each version of the database, however many addresses clients use for the
/// server: each item has its own address in it.
final class ItemLists: Sendable {
    /// A list as JSON, cut where the server's address must be inserted.
    struct List: Sendable {
        fileprivate var parts: [Data] = []
        /// With its quotation marks.
        let etag: String

        /// The list in pieces of about 64 KB.
        func pieces(at address: String) -> [ByteBuffer] {
            var pieces: [ByteBuffer] = []
            var piece = ByteBuffer(string: "[")
            for (index, part) in parts.enumerated() {
                if index > 0 { piece.writeString(address) }
                piece.writeBytes(part)
                guard piece.readableBytes >= 64 << 10 else { continue }
                pieces.append(piece)
                piece = ByteBuffer()
            }
            piece.writeString("]")
            return pieces + [piece]
        }
    }

    /// What stands for the server's address in the JSON of an item; no client can know it.
    static let address = "http://\(UUID().uuidString)"

    private let latest = Mutex<(version: Int64, list: List)?>(nil)

    /// The present list of `collection`, whose items `json` encodes with `address`.
    func list(
        of repository: any DirectoryRepository, _ collection: String, _ json: (Item) throws -> Data
    ) async throws -> List {
        let version = repository.changeCount()
        if let kept = latest.withLock({ $0 }), kept.version == version { return kept.list }
        let items = try await repository.items(of: collection)
        var list = List(etag: ETags.tag(of: items))
        var rest = Data()
        for (index, item) in items.enumerated() {
            if index > 0 { rest.append(UInt8(ascii: ",")) }
            rest.append(try json(item))
            while let place = rest.range(of: Data(Self.address.utf8)) {
                list.parts.append(rest[..<place.lowerBound])
                rest = rest[place.upperBound...]
            }
            rest = Data(rest)
        }
        list.parts.append(rest)
        if let version { latest.withLock { $0 = (version, list) } }
        return list
    }
}
