public import DirectoryModel

/// One record as a vCard, to be dragged out, sent or shown.
public struct RecordCard: Equatable, Sendable {
    /// The record's name.
    public let title: String
    /// The whole card.
    public let text: String
    /// The card without its picture, which is too large for a QR code.
    public let small: String

    /// Nil where the collection's records cannot be written as cards.
    public init?<R: DirectoryRecord>(_ record: R) {
        guard let writer = CardWriter<R>() else { return nil }
        title = record.displayName.line(cutAt: 200)
        text = writer.card(record)
        small = writer.card(record, withPicture: false)
    }

    /// The file name for the card: the record's name, without what file systems do not allow.
    public var fileName: String {
        let name = title.plain.filter { !"/\\:*?\"<>|".contains($0) }.drop { $0 == "." }.prefix(60)
        return "\(name.isEmpty ? "card" : String(name)).vcf"
    }
}
