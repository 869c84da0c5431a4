public import DirectoryModel
import DirectoryStore
import DirectorySync
import Foundation
import Language

/// The result of a download in words.
public struct TransferReport: Equatable, Sendable {
    public let words: String
    /// The rejected elements with their reasons; empty where no element was rejected.
    public let details: [RejectedElement]
    public let isFailure: Bool
    /// True where the list has changed, which can be undone.
    public let isChange: Bool
    /// What may help after a failure, or nil.
    public let recovery: RecoveryAction?

    init(
        words: String, details: [RejectedElement], isFailure: Bool, isChange: Bool = false,
        recovery: RecoveryAction? = nil
    ) {
        (self.words, self.details, self.isFailure, self.isChange) = (words, details, isFailure, isChange)
        self.recovery = recovery
    }

    static let upToDate = TransferReport(words: translated("Already up to date"), details: [], isFailure: false)
    static let cancelled = TransferReport(words: "\(SyncError.cancelled)", details: [], isFailure: false)

    static func failed(_ problem: SyncError) -> TransferReport {
        TransferReport(
            words: problem.description, details: [], isFailure: true,
            recovery: RecoveryAction(problem, again: .download))
    }

    /// The report of a download that was applied.
    static func done(_ summary: ChangeSummary, collection: CollectionInfo) -> TransferReport {
        let (what, changes) = (collection.counted(summary.arrived), summary.words)
        let words = translated(
            summary.arrived, one: "\(what) downloaded: \(changes)", many: "\(what) downloaded: \(changes)")
        let sentences = [words] + (summary.removedSample ? [translated("The sample class was removed.")] : [])
        return TransferReport(
            words: sentences.joined(separator: ". "), details: summary.rejectedElements, isFailure: false,
            isChange: summary.isChange || summary.removedSample)
    }
}

/// A desktop notification for a user who is not looking at the window.
public struct Announcement: Equatable, Sendable {
    public let title: String
    public let body: String
}

extension TransferScreen {
    /// The result of the download, or that it has a question; nil while it runs, and where the user stopped it.
    public var announcement: Announcement? {
        if let signInReason {
            return Announcement(
                title: signInReason.isFailure ? translated("Download failed") : translated("Download needs an answer"),
                body: signInReason.text)
        }
        switch state {
        case .askingToEmpty, .merging, .previewing:
            return Announcement(
                title: translated("Download needs an answer"),
                body: translated("Your list will not change until you answer."))
        case .choosing, .running: return nil
        case .idle:
            guard let report, report != .cancelled else { return nil }
            let isFailure = report.isFailure && !report.isChange
            return Announcement(
                title: isFailure ? translated("Download failed") : translated("Download finished"),
                body: report.words)
        }
    }
}

/// The progress of a long task, as it is drawn: a download, a file that is read, many records that are
/// deleted.
public struct WorkStep: Equatable, Sendable {
    /// A face that brightens with the percentage.
    public let emoji: String
    public let words: String
    /// 0 to 1, or nil where it is not known.
    public let fraction: Double?
    public let canCancel: Bool

    /// "42 % · 63 people".
    static func arriving(_ progress: TransferProgress, _ collection: CollectionInfo) -> WorkStep {
        WorkStep(
            emoji: progress.emoji, words: "\(progress.words) · \(collection.counted(progress.records))",
            fraction: progress.fraction, canCancel: true)
    }

    /// What arrived is being applied, which is done completely or not at all.
    static func takingOver(_ count: Int, _ collection: CollectionInfo) -> WorkStep {
        WorkStep(emoji: "🐓", words: collection.counted(count), fraction: 1, canCancel: false)
    }

    /// The step after a number of a file's bytes were read.
    static func reading(_ file: String, bytes: Int, of size: Int) -> WorkStep {
        let progress = TransferProgress(received: bytes, expected: size > 0 ? size : nil)
        return WorkStep(
            emoji: progress.emoji, words: translated("\(progress.words) of “\(file)” read"),
            fraction: progress.fraction, canCancel: true)
    }

    /// The step after a number of records were written to a file.
    static func exporting(_ file: String, _ count: Int, of total: Int, _ collection: CollectionInfo) -> WorkStep {
        let progress = TransferProgress(received: count, expected: total)
        let (done, all) = (count.formatted(), collection.counted(total))
        return WorkStep(
            emoji: progress.emoji, words: translated("\(done) of \(all) exported to “\(file)”"),
            fraction: progress.fraction, canCancel: true)
    }

    /// The step after a number of pages were written.
    static func printing(_ done: Int, of count: Int) -> WorkStep {
        let progress = TransferProgress(received: done, expected: count)
        return WorkStep(
            emoji: progress.emoji, words: translated("Page \(done) of \(count)"), fraction: progress.fraction,
            canCancel: true)
    }

    /// What was read is compared with the list, or applied.
    static func working(_ words: String, canCancel: Bool = false) -> WorkStep {
        WorkStep(emoji: "🐓", words: words, fraction: nil, canCancel: canCancel)
    }
}

/// Whether a download shows what it would change before it does; kept in the sandbox.
enum DownloadQuestion {
    private static let name = "asks-before-download"

    static func isAsked(in store: Store) -> Bool { (try? store.setting(name)) != "no" }

    static func keep(_ isAsked: Bool, in store: Store) throws(StoreError) {
        try store.keep(isAsked ? nil : "no", as: name)
    }
}
