public import DirectoryModel
import DirectoryStore
import DirectorySync
import Language

/// The end of a download in words.
public struct TransferReport: Equatable, Sendable {
    /// One sentence for the toast.
    public let words: String
    /// What was set aside and why, a paragraph each; empty where nothing was.
    public let details: [RejectedElement]
    public let isFailure: Bool
    /// True where the list is another now, which can be undone.
    public let isChange: Bool

    init(words: String, details: [RejectedElement], isFailure: Bool, isChange: Bool = false) {
        (self.words, self.details, self.isFailure, self.isChange) = (words, details, isFailure, isChange)
    }

    static let upToDate = TransferReport(words: translated("Already up to date"), details: [], isFailure: false)
    static let cancelled = TransferReport(words: "\(SyncError.cancelled)", details: [], isFailure: false)

    static func failed(_ problem: SyncError) -> TransferReport {
        TransferReport(words: problem.description, details: [], isFailure: true)
    }

    /// - Parameter unsaved: why the sandbox's file could not be written, or nil.
    static func done(
        _ summary: ChangeSummary, collection: CollectionInfo, rejected: [RejectedElement]
    ) -> TransferReport {
        let (what, changes) = (collection.counted(summary.arrived), summary.words)
        let words = translated(
            summary.arrived, one: "\(what) downloaded: \(changes)", many: "\(what) downloaded: \(changes)")
        return TransferReport(words: words, details: rejected, isFailure: false, isChange: summary.isChange)
    }
}

/// What somebody is told who does not look at the window.
public struct Announcement: Equatable, Sendable {
    public let title: String
    public let body: String
}

extension TransferScreen {
    /// What came of the download, or that it asks something; nil while it runs, and where the user stopped it.
    public var announcement: Announcement? {
        if let signInReason { return Announcement(title: translated("Download failed"), body: signInReason) }
        switch state {
        case .askingToEmpty, .merging, .previewing:
            return Announcement(
                title: translated("Download waits for an answer"),
                body: translated("Nothing changes before you give it."))
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
