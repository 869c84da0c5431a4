public import DirectoryModel
import DirectoryStore
import DirectorySync
public import Foundation
import Language
public import Observation

/// The check before one's own record is published: the sentence and the picture as others will see them, and what is
/// missing or odd; then the upload itself.
@MainActor @Observable
public final class PublishScreen<R: DirectoryRecord> {
    /// Where the upload stands.
    public enum State: Equatable, Sendable {
        case checking
        case uploading
        /// The server's version was changed elsewhere; `merge` shows both.
        case conflict
        /// It is done, or came to nothing that trying again would change.
        case ended
    }

    public private(set) var state = State.checking
    /// Both versions, where the server's was changed elsewhere.
    public private(set) var merge: MergeScreen<R>?
    /// What went wrong, in words, or nil.
    public private(set) var problem: String?
    /// What came of it, once it is done.
    public private(set) var words: String?
    /// Why Preferences are the next step, or nil; whoever opens them sets it to nil.
    public var signInReason: String?

    /// The record in sentences, as others will read it.
    public let summary: String
    public let header: RowContent
    /// The bytes of the picture, or nil.
    public let picture: Data?
    /// What is missing or odd, a sentence each.
    public let gaps: [String]
    /// How many those are, in words.
    public var gapsTitle: String {
        let count = gaps.count
        return count == 1
            ? translated("One thing to look at")
            : translated(count, one: "\(count) thing to look at", many: "\(count) things to look at")
    }

    /// The record's key; the server's, once both versions were put together.
    @ObservationIgnored private var key: Int
    @ObservationIgnored private let store: Store
    @ObservationIgnored private let client: ClientSource
    @ObservationIgnored private var tag: String?
    @ObservationIgnored private let ended: @MainActor () -> Void

    /// - Parameter ended: runs when it is done or closed.
    init(
        _ stored: StoredRecord<R>, store: Store, client: @escaping ClientSource, ended: @escaping @MainActor () -> Void
    ) {
        self.ended = ended
        key = stored.record.key
        summary = stored.record.sentences.line(cutAt: DetailContent.longestSummary)
        header = RowContent(stored)
        picture = (try? store.picture(of: R.self, row: stored.row)) ?? nil
        gaps = Self.gaps(of: stored.record, hasPicture: stored.hasPicture)
        self.store = store
        self.client = client
    }

    /// What a reader would miss, and what breaks a rule.
    static func gaps(of record: R, hasPicture: Bool) -> [String] {
        R.fields.compactMap { field in
            if field.isPicture { return hasPicture ? nil : translated("There is no picture.") }
            let text = field.written(record)
            if text.isEmpty || (field.isKey && record.key == 0) { return translated("\(field.label) is not given.") }
            return field.reasonAgainst(text, .sent).map { reason in translated("\(field.label) \(reason).") }
        }
    }

    /// Publishes the record as the store has it.
    public func uploadTapped() async {
        guard state == .checking else { return }
        await publish(after: .checking)
    }

    /// The versions were put together: saves the result here and publishes it.
    public func mergeTapped() async {
        guard state == .conflict, let merge else { return }
        guard let theirs = merge.theirs, let tag else { return }
        state = .uploading
        let (picked, mine, store) = (merge.merged, merge.mine, store)
        let kept = await runInBackground { () throws(StoreError) in
            try Upload<R>.keep(picked, inPlaceOf: mine, knowing: theirs, tag: tag, in: store)
        }
        switch kept {
        case .success(true):
            self.key = picked.key
            await publish(after: .conflict)
        case .success(false):
            problem = translated(
                "The \(R.fields[0].label) \(picked.key) belongs to another \(R.collection.one) here.")
            state = .conflict
        case .failure(let error):
            problem = error.description
            state = .conflict
        }
    }

    /// Whoever checks goes away; an upload that is under way may come to its end all the same.
    public func closeTapped() { ended() }

    private func publish(after before: State) async {
        state = .uploading
        (problem, signInReason) = (nil, nil)
        do throws(SyncError) {
            let upload = Upload<R>(client: try await client(), store: store)
            let outcome = try await upload.publish(key: key, expecting: tag)
            if case .conflict(let both, let tag) = outcome { return showConflict(both, tag) }
            words = outcome.words
            state = .ended
            ended()
        } catch {
            if error.asksForSignIn { signInReason = error.messageAtSignIn }
            problem = error.description
            state = before
        }
    }

    private func showConflict(_ both: ThreeWayMerge<R>, _ tag: String) {
        problem =
            merge == nil ? nil : translated("The server’s version was changed once more. Look at both again.")
        merge = MergeScreen(mine: both.mine, both)
        self.tag = tag
        state = .conflict
    }
}
