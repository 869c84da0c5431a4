public import DirectoryModel
import DirectoryStore
import DirectorySync
import Language

/// The result of a download in words.
public struct TransferReport: Equatable, Sendable {
    /// One sentence for the toast.
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
