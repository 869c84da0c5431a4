import Language

/// Reads the rows of a table of comma separated values, whose first row names the columns.
public struct CSVReader<R: DirectoryRecord>: Sendable {
    private let columns: TableColumns<R>

    /// Finds the columns by label, key or alias, in any case, or by the names that other programs have for them; by
    /// search tokens only where every column is one.
    /// - Parameters:
    ///   - header: the first row.
    ///   - assigned: the keys of the fields that a person assigned to columns, by the columns' places from 0; nil where
    ///     no one can assign any.
    /// - Throws: `ListError.notAList` where no column is known, and no one can assign any.
    public init(header: CSVRow, assigned: [Int: String]? = nil) throws(ListError) {
        columns = TableColumns(names: header.cells ?? [], assigned: assigned ?? [:])
        if columns.isEmpty, assigned == nil || header.cells == nil { throw .notAList }
    }

    /// The values in `row`, without a look at the records here: it may be called on any thread.
    public func decode(_ row: CSVRow) -> ImportedElement<R> {
        guard let cells = row.cells else {
            let reason = RecordDecodingError(reason: row.fault ?? "")
            return ImportedElement(RejectedElement(reason: reason.sentence(about: R.self), raw: row.raw))
        }
        let found = columns.read(cells.map(CSVText.unguarded))
        do throws(RecordDecodingError) {
            var odd: [FieldBroken] = []
            var fields: [ImportedField<R>] = []
            for (field, found) in found.values {
                var value = found
                if case .text(let text) = found { value = .text(field.tidied(text, &odd)) }
                if let field = try ImportedField.unlessOdd(field, value, &odd) { fields.append(field) }
            }
            return ImportedElement(fields, odd: odd, unread: found.unread) { row.raw }
        } catch {
            return ImportedElement(RejectedElement(reason: error.sentence(about: R.self), raw: row.raw))
        }
    }
}

/// The form of a text in a cell.
enum CSVText {
    /// The text in quotes where it contains a character that would end it.
    static func quoted(_ text: String) -> String {
        let needsQuotes = text.utf8.contains {
            $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: ";") || $0 < 0x20
        }
        return needsQuotes ? "\"\(withQuotesTwice(text))\"" : text
    }

    /// Scalars are compared, because some marks form one character with the quote before them.
    private static func withQuotesTwice(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.flatMap { $0 == "\"" ? [$0, $0] : [$0] }))
    }

    /// The text after an apostrophe where a spreadsheet would run it as a formula. A number with its sign, as phone
    /// numbers are, stays as it is, because other programs would keep the apostrophe.
    static func guarded(_ text: String) -> String { isFormula(text) && !isSignedNumber(text) ? "'\(text)" : text }

    private static func isSignedNumber(_ text: String) -> Bool {
        text.utf8.dropFirst().contains { (0x30...0x39).contains($0) }
            && text.unicodeScalars.dropFirst().allSatisfy { "0123456789 ().-".unicodeScalars.contains($0) }
            && ["+", "-"].contains(text.unicodeScalars.first)
    }

    /// The text without that apostrophe.
    static func unguarded(_ text: String) -> String {
        text.hasPrefix("'") && isFormula(text.dropFirst()) ? String(text.dropFirst()) : text
    }

    /// A text with apostrophes before a formula counts too, so that the added one can be distinguished from its own.
    private static func isFormula(_ text: some StringProtocol) -> Bool {
        let first = text.unicodeScalars.first { $0 != "'" }
        return first.map { "=+-@\t\r".unicodeScalars.contains($0) } ?? false
    }
}

/// One row of a table of comma separated values.
public struct CSVRow: Equatable, Sendable {
    /// The cells without the quotes around them; nil where there is a fault.
    public let cells: [String]?
    /// Why the row cannot be read, as the end of a sentence; nil where it has cells.
    public let fault: String?
    /// The text of the row; at most its first 64 KB.
    public let raw: String

    /// The row of these bytes, which are UTF-8, or otherwise all of them Windows-1252.
    init(cells bytes: [[UInt8]], raw: [UInt8], fault: String?) {
        let cells = fault == nil ? bytes : nil
        let start = raw.prefix(RejectedElement.maxRawLength)
        let asItStands = String(decoding: start, as: UTF8.self)
        let utf8 = Self.texts(cells) { String(validating: $0, as: UTF8.self) }
        let other = utf8 == nil ? Self.texts(cells) { Windows1252.text($0) } : nil
        self.cells = utf8 ?? other
        self.fault = fault ?? (self.cells == nil ? translated("it is not UTF-8 or Windows-1252 text") : nil)
        self.raw = other == nil ? asItStands : Windows1252.text(start) ?? asItStands
    }

    /// The text of every cell; nil where one of them is not text.
    private static func texts(_ cells: [[UInt8]]?, _ text: ([UInt8]) -> String?) -> [String]? {
        guard let cells else { return nil }
        let texts = cells.compactMap(text)
        return texts.count == cells.count ? texts : nil
    }
}

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
