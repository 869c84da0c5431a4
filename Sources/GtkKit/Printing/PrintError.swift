/// Why a document was not printed.
public enum PrintError: Error, Equatable {
    /// The file could not be written, or not completely.
    case notWritten(name: String, isFull: Bool)
    /// The printing system's message, where it has one.
    case notPrinted(reason: String?)
    /// The user stopped it; a file that was there before is unchanged.
    case cancelled
    /// There are no pages.
    case noRecords
}
