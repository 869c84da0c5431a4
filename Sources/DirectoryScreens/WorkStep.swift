import DirectoryModel
import DirectorySync
import Language

/// How far something that takes its time has come, as it is drawn: a download, a file that is read, many records that
/// are deleted.
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

    /// What arrived is being taken over, which is done whole or not at all.
    static func takingOver(_ count: Int, _ collection: CollectionInfo) -> WorkStep {
        WorkStep(emoji: "🐓", words: collection.counted(count), fraction: 1, canCancel: false)
    }

    /// So many of a file's bytes are read.
    static func reading(_ file: String, bytes: Int, of size: Int) -> WorkStep {
        let progress = TransferProgress(received: bytes, expected: size > 0 ? size : nil)
        return WorkStep(
            emoji: progress.emoji, words: translated("\(progress.words) of “\(file)” read"),
            fraction: progress.fraction, canCancel: true)
    }

    /// What was read is held against the list, or taken over.
    static func working(_ words: String, canCancel: Bool = false) -> WorkStep {
        WorkStep(emoji: "🐓", words: words, fraction: nil, canCancel: canCancel)
    }
}
