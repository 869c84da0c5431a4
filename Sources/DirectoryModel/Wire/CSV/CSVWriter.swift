import Language
/// Writes records as comma separated values (RFC 4180): a line of the fields' labels in English, then a line per
/// record. Pictures are left out.
public struct CSVWriter<R: DirectoryRecord>: Sendable {
    private let fields = R.fields.filter { !$0.isPicture }

    /// Makes a writer of the record's fields.
    public init() {}

    /// The first line, with its line break.
    public var header: String { line(fields.map(\.name.english)) }

    /// The line of one record, with its line break.
    public func line(_ record: R) -> String { line(fields.map { CSVText.guarded($0.inputText(record)) }) }

    private func line(_ cells: [String]) -> String { cells.map(CSVText.quoted).joined(separator: ",") + "\r\n" }
}
