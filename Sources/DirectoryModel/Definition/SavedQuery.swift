public import Language

/// A fetch request with a name, offered over the list.
public struct SavedQuery<R: DirectoryRecord>: Sendable {
    /// The name settings and the command line know it by: lower case, one word.
    public let id: String
    /// The name people choose it by.
    public let label: String
    /// Without a sort, the list keeps its sections and order.
    public let request: RecordQuery<R>

    /// Makes a saved query; without a request, it finds every record.
    public init(id: String, label: LocalizedString, _ request: RecordQuery<R> = RecordQuery()) {
        self.id = id
        self.label = label.text
        self.request = request
    }
}
