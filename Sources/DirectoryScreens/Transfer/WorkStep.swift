import DirectoryModel
import DirectorySync
import Foundation
import Language

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
    static func applying(_ count: Int, _ collection: CollectionInfo, canCancel: Bool = false) -> WorkStep {
        WorkStep(emoji: "🐓", words: collection.counted(count), fraction: 1, canCancel: canCancel)
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
