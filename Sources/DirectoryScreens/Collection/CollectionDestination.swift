public import DirectoryModel

/// What is open over a collection's screen.
public enum CollectionDestination<R: DirectoryRecord> {
    /// A question or a message.
    case alert(Alert)
    /// Both versions of the record whose form is open, where others changed the same fields.
    case merge(MergeScreen<R>)
    /// The check before one's own record is published.
    case publish(PublishScreen<R>)
    /// What a file would change.
    case preview(ImportScreen<R>)
    case rejected(RejectedElementsScreen<R>)
    case roster(RosterScreen<R>)
    /// The names of the people in view.
    case learn(LearnScreen<R>)
    /// Emails to so many people that one is not enough.
    case emails(EmailsScreen)
    /// The record that is open as a QR code.
    case code(RecordCard)
    /// The file for the record that is open, as a vCard to send.
    case shareFile(RecordCard, row: Int64)
    /// The file to read, and the file to write.
    case importFile, exportFile
}
