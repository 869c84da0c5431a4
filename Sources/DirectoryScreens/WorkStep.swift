import DirectorySync
import Language

/// How far something that takes its time has come, as it is drawn: a file that is read, many records that are deleted.
public struct WorkStep: Equatable, Sendable {
    /// A face that brightens with the percentage.
    public let emoji: String
    public let words: String
    /// 0 to 1, or nil where it is not known.
    public let fraction: Double?
    public let canCancel: Bool

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
