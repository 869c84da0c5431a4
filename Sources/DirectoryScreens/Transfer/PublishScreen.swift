import DirectoryModel
import DirectoryStore
import DirectorySync
public import Foundation
import Language
public import Observation

/// The check before the user's own record is published, and the upload.
@MainActor @Observable
public final class PublishScreen {
    public enum State: Equatable, Sendable {
        case checking
        case uploading
        /// `merge` shows the server's other version.
        case conflict
        /// The upload is done, or failed for good.
        case ended
    }

    public private(set) var state = State.checking
    public private(set) var merge: MergeScreen?
    public private(set) var problem: String?
    /// The result.
    public private(set) var text: String?

    /// The record in sentences; the beginning if it is long.
    public let summary: String
    /// The differences from the server's known version; empty if unknown.
    public let changes: [String]
    public let header: RowContent
    public let picture: Data?
    /// What is missing or odd, in sentences.
    public let gaps: [String]
    public var gapsTitle: String {
        let count = gaps.count
        return count == 1
            ? translated("Check one thing")
            : translated(count, one: "Check \(count) thing", many: "Check \(count) things")
    }

    @ObservationIgnored private let collection: StoredCollection
    /// The server's key once both versions are merged.
    @ObservationIgnored private var key: Int
    @ObservationIgnored private let preferences: PreferencesScreen
    @ObservationIgnored private var work: Task<Void, Never>?
    @ObservationIgnored private var tag: String?
    /// Called when it is done or closed.
    @ObservationIgnored var ended: (() -> Void)?

    /// Nil if the record is gone.
    init?(_ collection: StoredCollection, row: Int64, preferences: PreferencesScreen) {
        guard let stored = collection.ifReadable({ try $0.stored(row: row) }) else { return nil }
        self.collection = collection
        key = stored.record.key
        let known = collection.ifReadable { try $0.publishedRecord(key: stored.record.key) }
        let mine = collection.ifReadable { try $0.find(key: stored.record.key) } ?? stored.record
        changes = (known?.differences(from: mine) ?? []).map { ChangedTexts.text($0, of: collection.definition) }
        summary = stored.record.text(style: .sentences).line(cutAt: 400)
        header = RowContent(stored)
        picture = collection.ifReadable { try $0.picture(row: stored.row) }
        gaps = Self.gaps(of: stored.record, hasPicture: stored.hasPicture)
        self.preferences = preferences
    }

    /// Missing values and broken rules.
    static func gaps(of record: Record, hasPicture: Bool) -> [String] {
        record.definition.fields.compactMap { field in
            if field.isPicture { return hasPicture ? nil : translated("Add a picture.") }
            let text = field.inputText(record)
            if text.isEmpty, field.key == record.definition.standing?.key {
                return translated("\(field.missingMessage) The server may require it.")
            }
            if text.isEmpty || (field.isKey && record.key == 0) { return field.missingMessage }
            return field.reasonAgainst(text, .sent).map { reason in translated("\(field.label) \(reason).") }
        }
    }

    /// Publishes the record, or what is picked of two versions.
    public func goTapped() {
        work = Task { if state == .conflict { await mergeTapped() } else { await uploadTapped() } }
    }

    public func uploadTapped() async {
        if state == .checking { await publish(after: .checking, expecting: nil) }
    }

    /// Saves the merged record and publishes it.
    public func mergeTapped() async {
        guard state == .conflict, let merge, let tag else { return }
        state = .uploading
        let (picked, mine, theirs, collection) = (merge.merged, merge.mine, merge.theirs, collection)
        let saved = await runInBackground { () throws(StoreError) in
            try collection.saveMerged(picked, of: mine, and: theirs, tag: tag)
        }
        switch saved {
        case .success(true):
            self.key = picked.key
            await publish(after: .conflict, expecting: tag)
        // It was edited here since: both versions are shown again.
        case .failure(.changedMeanwhile): await publish(after: .conflict, expecting: nil)
        case .success(false):
            problem = picked.keyTaken(by: collection.holder(ofKey: picked.key))
            state = .conflict
        case .failure(let error):
            problem = error.description
            state = .conflict
        }
    }

    /// An upload in progress may still finish.
    public func closeTapped() {
        work?.cancel()
        ended?()
    }

    /// - Parameter tag: the version on the server that may be replaced, or nil.
    private func publish(after before: State, expecting tag: String?) async {
        state = .uploading
        problem = nil
        do throws(SyncError) {
            let client = try await preferences.client()
            let outcome = try await Upload(collection, client: client).publish(key: key, expecting: tag)
            if case .conflict(let both, let tag) = outcome { return showConflict(MergeScreen(both), tag) }
            text = outcome.text
            state = .ended
            ended?()
        } catch {
            state = before
            guard error.asksForSignIn else { return problem = error.description }
            let reason = PreferencesScreen.Message.why(error, to: .publish)
            problem = reason.isFailure ? error.description : nil
            Task.immediate { [weak self, preferences] in
                if await preferences.signIn(because: reason) { self?.goTapped() }
            }
        }
    }

    private func showConflict(_ both: MergeScreen, _ tag: String) {
        if let merge {
            problem =
                merge.theirs == both.theirs
                ? translated("Your record was changed here in the meantime. Review both versions again.")
                : translated("Your record changed on the server again. Review both versions again.")
            both.pickAs(in: merge)
        }
        merge = both
        self.tag = tag
        state = .conflict
    }
}
