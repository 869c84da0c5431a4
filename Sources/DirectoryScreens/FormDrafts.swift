import DirectoryModel
import DirectoryStore
import Foundation

/// What was typed into a form that never came to its end.
struct FormDraft: Codable, Equatable, Sendable {
    let purpose: FormPurpose
    /// By field key.
    let texts: [String: String]
}

/// Keeps what is typed, so that it survives the death of the program (issue 3).
///
/// Typing never waits: one write is under way at most, and the one after it holds the newest text.
@MainActor
final class FormDrafts<R: Record> {
    private let store: Store
    private var newest: FormDraft?
    private var isNewestKept = true
    private var writing: Task<Void, Never>?

    init(store: Store) { self.store = store }

    private static var name: String { "draft-\(R.collection.name)" }

    func keep(_ purpose: FormPurpose, _ texts: [String: String]) { write(FormDraft(purpose: purpose, texts: texts)) }

    func forget() { write(nil) }

    /// The draft an earlier session left, or nil.
    static func left(in store: Store) -> FormDraft? {
        guard let text = try? store.setting(name) else { return nil }
        return try? JSONDecoder().decode(FormDraft.self, from: Data(text.utf8))
    }

    private func write(_ draft: FormDraft?) {
        (newest, isNewestKept) = (draft, false)
        guard writing == nil else { return }
        writing = Task {
            while !isNewestKept {
                isNewestKept = true
                let (draft, store, name) = (newest, store, Self.name)
                await Task.detached {
                    let text = draft.flatMap { try? JSONEncoder().encode($0) }.map {
                        String(decoding: $0, as: UTF8.self)
                    }
                    try? store.keep(text, as: name)
                }.value
            }
            writing = nil
        }
    }
}
