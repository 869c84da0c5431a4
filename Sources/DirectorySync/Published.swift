public import DirectoryModel
import DirectoryStore

/// A record as the server has it.
public struct Published<R: DirectoryRecord>: Equatable, Sendable {
    /// The record.
    public let record: R
    /// The server's tag of this version (its ETag), where it has one.
    public let tag: String?

    /// Makes a record as the server has it; the parameters are the properties of the same names.
    public init(record: R, tag: String?) {
        self.record = record
        self.tag = tag
    }

    /// The identity of this version: the tag, or else the hash of the content.
    public var version: String { tag ?? "content-\(record.contentHash)" }
}
