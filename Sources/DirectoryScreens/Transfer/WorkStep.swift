import DirectoryModel
import DirectorySync
import Foundation
import Language

/// The progress of a long task.
public struct WorkStep: Equatable, Sendable {
    /// A face that brightens with the progress.
    public let emoji: String
    public let text: String
    /// 0 to 1, or nil if unknown.
    public let fraction: Double?
    public let canCancel: Bool

    /// "42 % · 63 people".
    static func arriving(_ progress: TransferProgress, _ collection: CollectionInfo) -> WorkStep {
        WorkStep(
            emoji: progress.emoji, text: "\(progress.text) · \(collection.counted(progress.records))",
            fraction: progress.fraction, canCancel: true)
    }

    /// Applying is all or nothing.
    static func applying(_ count: Int, _ collection: CollectionInfo, canCancel: Bool = false) -> WorkStep {
        WorkStep(emoji: "🐓", text: collection.counted(count), fraction: 1, canCancel: canCancel)
    }

    static func reading(_ file: String, bytes: Int, of size: Int) -> WorkStep {
        let progress = TransferProgress(received: bytes, expected: size > 0 ? size : nil)
        return WorkStep(
            emoji: progress.emoji, text: translated("\(progress.text) of “\(file)” read"),
            fraction: progress.fraction, canCancel: true)
    }

    static func exporting(_ file: String, _ count: Int, of total: Int, _ collection: CollectionInfo) -> WorkStep {
        let progress = TransferProgress(received: count, expected: total)
        let (done, all) = (count.formatted(), collection.counted(total))
        return WorkStep(
            emoji: progress.emoji, text: translated("\(done) of \(all) exported to “\(file)”"),
            fraction: progress.fraction, canCancel: true)
    }

    static func printing(_ done: Int, of count: Int) -> WorkStep {
        let progress = TransferProgress(received: done, expected: count)
        return WorkStep(
            emoji: progress.emoji, text: translated("Page \(done) of \(count)"), fraction: progress.fraction,
            canCancel: true)
    }

    static func working(_ text: String, canCancel: Bool = false) -> WorkStep {
        WorkStep(emoji: "🐓", text: text, fraction: nil, canCancel: canCancel)
    }
}
