import Language

/// Writes records as comma separated values (RFC 4180): a line of the fields' labels in English, then a line a record.
/// Pictures are left out.
public struct CSVWriter<R: DirectoryRecord>: Sendable {
    private let fields = R.fields.filter { !$0.isPicture }

    public init() {}

    /// The first line, with its line break.
    public var header: String { line(fields.map(\.name.english)) }

    /// The line of one record, with its line break.
    public func line(_ record: R) -> String { line(fields.map { CSVText.guarded($0.written(record)) }) }

    private func line(_ cells: [String]) -> String { cells.map(CSVText.quoted).joined(separator: ",") + "\r\n" }
}

/// How a text stands in a cell.
enum CSVText {
    /// In quotes where it holds what would end it.
    static func quoted(_ text: String) -> String {
        let needsQuotes = text.utf8.contains {
            $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: ";") || $0 < 0x20
        }
        return needsQuotes ? "\"\(withQuotesTwice(text))\"" : text
    }

    /// Scalars are looked at, for some marks make one character of a quote and themselves.
    private static func withQuotesTwice(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.flatMap { $0 == "\"" ? [$0, $0] : [$0] }))
    }

    /// With an apostrophe before it where a spreadsheet would run it as a formula.
    static func guarded(_ text: String) -> String { isFormula(text) ? "'\(text)" : text }

    /// Without that apostrophe.
    static func unguarded(_ text: String) -> String {
        text.hasPrefix("'") && isFormula(text.dropFirst()) ? String(text.dropFirst()) : text
    }

    /// A text with apostrophes before a formula counts too, so that the one put before it can be told from its own.
    private static func isFormula(_ text: some StringProtocol) -> Bool {
        let first = text.unicodeScalars.first { $0 != "'" }
        return first.map { "=+-@\t\r".unicodeScalars.contains($0) } ?? false
    }
}
