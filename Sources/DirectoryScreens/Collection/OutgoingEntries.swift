import DirectoryModel
import DirectoryStore
import Foundation
import Language

/// Keeps what the server does not have yet, so that it survives the end of the program.
struct OutgoingEntries<R: DirectoryRecord> {
    let store: Store

    private struct Kept: Codable {
        let text: String
        let server: String
        let reason: String
        let isSafe: Bool

        init(_ entry: OutgoingEntry) {
            (text, server) = (entry.text, entry.server)
            switch entry.state {
            case .failed(let reason, let isSafe): (self.reason, self.isSafe) = (reason, isSafe)
            case .waiting: (reason, isSafe) = (translated("The app was closed before this was added."), true)
            case .sending:
                reason = translated("This may have been added. Check the list before you try again.")
                isSafe = false
            }
        }
    }

    private static var name: String { "outgoing-\(R.collection.name)" }

    /// Where they cannot be written, they are kept while the program runs.
    func keep(_ entries: [OutgoingEntry]) {
        let json = entries.isEmpty ? nil : try? JSONEncoder().encode(entries.map(Kept.init))
        try? store.keep(json.map { String(decoding: $0, as: UTF8.self) }, as: Self.name)
    }

    /// What an earlier session left, in order.
    func saved() -> [OutgoingEntry] {
        let json = (try? store.setting(Self.name)) ?? nil
        let kept = json.flatMap { try? JSONDecoder().decode([Kept].self, from: Data($0.utf8)) } ?? []
        return kept.enumerated().map { index, kept in
            OutgoingEntry(
                id: index, text: kept.text, server: kept.server,
                state: .failed(reason: kept.reason, isSafe: kept.isSafe))
        }
    }
}
