import Language

/// Reads the rows of a CSV table whose first row names the columns.
public struct CSVReader<R: DirectoryRecord>: Sendable {
    private let columns: TableColumns<R>

    /// Finds columns by labels, keys, aliases, and other programs' names; by tokens only if every column is one.
    /// - Parameters:
    ///   - header: the first row.
    ///   - assigned: the keys of fields that a person assigned to columns, by index; nil if no one can assign any.
    /// - Throws: `ListError.notAList` if no column is known, and no one can assign any.
    public init(header: CSVRow, assigned: [Int: String]? = nil) throws(ListError) {
        columns = TableColumns(names: header.cells ?? [], assigned: assigned ?? [:])
        if columns.isEmpty, assigned == nil || header.cells == nil { throw .notAList }
    }

    /// The values in `row`, without access to local records.
    public func decode(_ row: CSVRow) -> ImportedElement<R> {
        guard let cells = row.cells else {
            return ImportedElement(RejectedElement(reason: R.refusal(row.fault ?? ""), raw: row.raw))
        }
        let found = columns.read(cells.map(CSVText.unguarded))
        var element = ImportedElement<R> { row.raw }
        do throws(FieldBroken) {
            for (field, found) in found.values {
                var value = found
                if case .text(let text) = found { value = .text(element.tidied(text, for: field)) }
                try element.add(value, to: field)
            }
            element.unread = found.unread
            element.groups = found.groups
            return element
        } catch { return ImportedElement(RejectedElement(reason: error.sentence, raw: row.raw)) }
    }
}

/// Quoting of cells.
enum CSVText {
    /// The text in quotes if it contains separators, quotes, or control characters.
    static func quoted(_ text: String) -> String {
        let needsQuotes = text.utf8.contains {
            $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: ";") || $0 < 0x20
        }
        return needsQuotes ? "\"\(withQuotesTwice(text))\"" : text
    }

    /// Scalars are compared because combining marks merge with the quote before them.
    private static func withQuotesTwice(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.flatMap { $0 == "\"" ? [$0, $0] : [$0] }))
    }

    /// Adds an apostrophe if a spreadsheet would run the text as a formula. Signed numbers, such as phone numbers, are
    /// left alone, because other programs would keep the apostrophe.
    static func guarded(_ text: String) -> String { isFormula(text) && !isSignedNumber(text) ? "'\(text)" : text }

    private static func isSignedNumber(_ text: String) -> Bool {
        text.utf8.dropFirst().contains { (0x30...0x39).contains($0) }
            && text.unicodeScalars.dropFirst().allSatisfy { "0123456789 ().-".unicodeScalars.contains($0) }
            && ["+", "-"].contains(text.unicodeScalars.first)
    }

    /// Removes that apostrophe.
    static func unguarded(_ text: String) -> String {
        text.hasPrefix("'") && isFormula(text.dropFirst()) ? String(text.dropFirst()) : text
    }

    /// Also true for apostrophes before a formula, so that an added one can be told from the text's own.
    private static func isFormula(_ text: some StringProtocol) -> Bool {
        let first = text.unicodeScalars.first { $0 != "'" }
        return first.map { "=+-@\t\r".unicodeScalars.contains($0) } ?? false
    }
}

/// A row of a CSV table.
public struct CSVRow: Equatable, Sendable {
    /// The unquoted cells, or nil if the row cannot be read.
    public let cells: [String]?
    /// Why the row cannot be read, as the end of a sentence, or nil.
    public let fault: String?
    /// The start of the row's text.
    public let raw: String

    /// The bytes are UTF-8 or, if any cell is not, Windows-1252.
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

    /// Nil if a cell is not text.
    private static func texts(_ cells: [[UInt8]]?, _ text: ([UInt8]) -> String?) -> [String]? {
        guard let cells else { return nil }
        let texts = cells.compactMap(text)
        return texts.count == cells.count ? texts : nil
    }
}

/// Writes records as CSV (RFC 4180), with English labels in the first line and without pictures.
public struct CSVWriter<R: DirectoryRecord>: Sendable {
    private let fields = R.fields.filter { !$0.isPicture }
    private let hasGroups: Bool

    /// - Parameter hasGroups: true for a last column of groups, as Google's tables have it.
    public init(hasGroups: Bool = false) { self.hasGroups = hasGroups }

    public var header: String { line(fields.map(\.name.english) + (hasGroups ? ColumnNames.groups.all.prefix(1) : [])) }

    /// The record's line with its line break.
    /// - Parameter groups: the names of the groups it is in.
    public func line(_ record: R, groups: [String] = []) -> String {
        let group = hasGroups ? [CSVText.guarded(groups.joined(separator: " ::: "))] : []
        return line(fields.map { CSVText.guarded($0.inputText(record)) } + group)
    }

    private func line(_ cells: [String]) -> String { cells.map(CSVText.quoted).joined(separator: ",") + "\r\n" }
}
