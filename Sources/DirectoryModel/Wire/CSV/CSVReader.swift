import Language

/// Reads the rows of a CSV table whose first row names the columns.
public struct CSVReader: Sendable {
    private let definition: Definition
    private let columns: TableColumns
    private let hasDecimalCommas: Bool

    /// Finds columns by labels, keys, aliases, and other programs' names; by tokens only if every column is one.
    /// - Parameters:
    ///   - header: the first row.
    ///   - assigned: the keys of fields that a person assigned to columns, by index; nil if no one can assign any.
    /// - Throws: `ListError.notAList` if no column is known, and no one can assign any; `otherCollection`.
    public init(_ definition: Definition, header: CSVRow, assigned: [Int: String]? = nil) throws(ListError) {
        self.definition = definition
        hasDecimalCommas = header.hasDecimalCommas
        columns = TableColumns(definition, names: header.cells ?? [], assigned: assigned ?? [:])
        try columns.refuseOtherCollection()
        if columns.isEmpty, assigned == nil || header.cells == nil { throw .notAList }
    }

    /// The values in `row`, without access to local records.
    public func decode(_ row: CSVRow) -> ImportedElement {
        var element = ImportedElement(of: definition) { row.raw }
        guard let cells = row.cells else {
            element.reject(row.fault ?? "")
            return element
        }
        element.isOurs = columns.isWhole
        let found = columns.read(cells.map(CSVText.unguarded))
        for (field, value) in found.values {
            if row.isDamaged, value.text.unicodeScalars.contains("\u{FFFD}") {
                let reason = translated("contains bytes that are not text, so it was not imported")
                element.leaveOut(FieldBroken(field, reason, text: value.text), of: field)
            } else if case .text(let text) = value {
                let text = field.isNumeric ? plainNumber(text, isWhole: field.editor == .number) : text
                element.add(.text(element.tidied(text, for: field)), to: field)
            } else {
                element.add(value, to: field)
            }
        }
        guard element.rejected == nil else { return element }
        element.unread = found.unread
        element.groups = found.groups
        return element
    }
}

/// Numbers as people write them.
extension CSVReader {
    /// A number as programs write it: "4944" for "4,944" or "4 944", and "98.5" for "98,5" or "98.5 %". Other texts are
    /// unchanged.
    private func plainNumber(_ text: String, isWhole: Bool) -> String {
        if text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) { return text }
        var number = text.plain.replacing("\u{2212}", with: "-")
        if !isWhole, number.hasSuffix("%") { number = String(number.dropLast()).trimmed }
        let marks: [Character] = isWhole || !hasDecimalCommas ? [" ", "'", "’", ","] : [" ", "'", "’"]
        if let whole = marks.lazy.compactMap({ Self.ungrouped(number, at: $0) }).first {
            number = whole
        } else if hasDecimalCommas, isWhole || number.contains(",") || number.count(where: { $0 == "." }) > 1 {
            number = Self.ungrouped(number, at: ".") ?? number
        }
        if number.count(where: { $0 == "," }) == 1, !number.contains(".") { number = number.replacing(",", with: ".") }
        // Spreadsheets may write whole numbers with a decimal.
        if isWhole, let point = number.firstIndex(of: "."), number[point...].dropFirst().allSatisfy({ $0 == "0" }) {
            number = String(number[..<point])
        }
        return Double(number) == nil ? text : number
    }

    /// The number without `mark` between its groups of three digits, and with a decimal point; nil if it has none.
    private static func ungrouped(_ number: String, at mark: Character) -> String? {
        let points: Set<Character> = Set([".", ","]).subtracting([mark])
        let halves = number.split(maxSplits: 1, omittingEmptySubsequences: false) { points.contains($0) }
        let sign = number.prefix { $0 == "-" || $0 == "+" }
        let groups = halves[0].dropFirst(sign.count).split(separator: mark, omittingEmptySubsequences: false)
        guard groups.count > 1, 1...3 ~= groups[0].count, groups.dropFirst().allSatisfy({ $0.count == 3 }),
            groups.allSatisfy({ $0.allSatisfy(\.isDigit) })
        else { return nil }
        return "\(sign)\(groups.joined())" + halves.dropFirst().map { ".\($0)" }.joined()
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
    /// unchanged, because other programs would not remove the apostrophe.
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

    /// Also true for apostrophes before a formula, so that an added one can be distinguished from the text's own.
    private static func isFormula(_ text: some StringProtocol) -> Bool {
        let first = text.unicodeScalars.first { $0 != "'" }
        return first.map { "=+-@\t\r".unicodeScalars.contains($0) } ?? false
    }
}

/// A row of a CSV table.
public struct CSVRow: Equatable, Sendable {
    /// The unquoted cells, or nil if the row cannot be read. Bytes that are not text are U+FFFD.
    public let cells: [String]?
    /// Why the row cannot be read, as the end of a sentence, or nil.
    public let fault: String?
    /// True if a cell has bytes that are not text.
    package let isDamaged: Bool
    /// The start of the row's text.
    public let raw: String
    /// True if numbers probably have decimal commas, because another character separates cells.
    let hasDecimalCommas: Bool

    /// - Parameter isWindows1252: false if the bytes are UTF-8.
    init(
        cells bytes: [[UInt8]], raw: [UInt8], fault: String?, isWindows1252: Bool = false,
        hasDecimalCommas: Bool = false
    ) {
        self.hasDecimalCommas = hasDecimalCommas
        func text(_ bytes: some Sequence<UInt8>) -> String? {
            isWindows1252 ? Windows1252.text(bytes) : String(validating: bytes, as: UTF8.self)
        }
        let texts = fault == nil ? bytes.map(text) : []
        cells = fault == nil ? zip(texts, bytes).map { $0 ?? String(decoding: $1, as: UTF8.self) } : nil
        isDamaged = texts.contains(nil)
        self.fault = fault
        let start = raw.prefix(RejectedElement.maxRawLength)
        self.raw = (isWindows1252 ? Windows1252.text(start) : nil) ?? String(decoding: start, as: UTF8.self)
    }
}

/// Writes records as CSV (RFC 4180), with English labels in the first line and without pictures.
public struct CSVWriter: Sendable {
    private let fields: [Field]
    private let hasGroups: Bool

    /// - Parameter hasGroups: true for a last column of groups, as Google's tables have it.
    public init(_ definition: Definition, hasGroups: Bool = false) {
        fields = definition.fields.filter { !$0.isPicture }
        self.hasGroups = hasGroups
    }

    public var header: String { line(fields.map(\.name.english) + (hasGroups ? ColumnNames.groups.all.prefix(1) : [])) }

    /// The record's line with its line break.
    /// - Parameter groups: the names of the groups it is in.
    public func line(_ record: Record, groups: [String] = []) -> String {
        let group = hasGroups ? [CSVText.guarded(groups.map(ImportedGroup.inCell).joined(separator: " ::: "))] : []
        return line(fields.map { CSVText.guarded($0.inputText(record)) } + group)
    }

    private func line(_ cells: [String]) -> String { cells.map(CSVText.quoted).joined(separator: ",") + "\r\n" }
}
