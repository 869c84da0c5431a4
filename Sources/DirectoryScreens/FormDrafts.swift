import DirectoryModel
import DirectoryStore
import Foundation
import Synchronization

/// What was typed into a form that was not finished.
struct FormDraft: Codable, Equatable, Sendable {
    let purpose: FormPurpose
    /// By field key.
    let texts: [String: String]
    /// The texts of the same fields when the form was opened, by field key; nil in drafts of an older program.
    var opened: [String: String]?
    /// True where it is an order that was sent and whose answer was not shown.
    var isSent: Bool?
}

extension FormDraft {
    /// `record` as the form was opened with, in the fields that were typed into: what others have changed in them since
    /// then is another version, and not the text that was typed over.
    func opened<R: DirectoryRecord>(of record: R) -> R {
        var record = record
        for (key, text) in opened ?? [:] {
            guard let field = R.field(named: key), !field.isKey else { continue }
            field.write(text, into: &record)
        }
        return record
    }
}

/// Keeps what is typed, so that it survives a crash of the program.
///
/// Typing never waits: at most one write is under way, and the next one writes the newest text.
final class FormDrafts<R: DirectoryRecord>: Sendable {
    private let store: Store
    private let queue = DispatchQueue(label: "draft")
    private let waiting = Mutex<Waiting?>(nil)

    private struct Waiting { let draft: FormDraft? }

    init(store: Store) { self.store = store }

    private static var name: String { "draft-\(R.collection.name)" }

    /// Keeps `texts`, by field key; soon.
    /// - Parameter opened: the texts of the same fields when the form was opened.
    func keep(
        _ purpose: FormPurpose, _ texts: [String: String], over opened: [String: String]? = nil, isSent: Bool = false
    ) {
        let draft = FormDraft(purpose: purpose, texts: texts, opened: opened, isSent: isSent ? true : nil)
        waiting.withLock { $0 = Waiting(draft: draft) }
        queue.async { [self] in write() }
    }

    /// Removes the draft; it is gone when this returns.
    func forget() {
        waiting.withLock { $0 = Waiting(draft: nil) }
        queue.sync { write() }
    }

    /// The draft an earlier session left, or nil.
    static func saved(in store: Store) -> FormDraft? {
        guard let text = try? store.setting(name) else { return nil }
        return try? JSONDecoder().decode(FormDraft.self, from: Data(text.utf8))
    }

    private func write() {
        let next = waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
        guard let next else { return }
        let data = next.draft.flatMap { try? JSONEncoder().encode($0) }
        try? store.keep(data.map { String(decoding: $0, as: UTF8.self) }, as: Self.name)
    }
}
