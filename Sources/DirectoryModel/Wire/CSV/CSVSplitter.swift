public import Foundation
import Language

/// Splits a CSV file (RFC 4180) that arrives in pieces into its rows, holding at most one row in memory.
///
/// Lines end in LF, CRLF, or CR; a byte order mark and empty lines are skipped. The most frequent of comma, semicolon,
/// tab, and vertical bar in the first line separates cells, or the one that a line such as `sep=;` before it names.
/// Text is UTF-16 or UTF-8, or else Windows-1252 if no letter beyond ASCII is UTF-8. Rows wait until that is decided.
/// A quote without an end costs only the rows up to its line.
public struct CSVSplitter {
    private enum State { case cellStart, plain, quoted, afterQuote }

    private var encoding = TableEncoding()
    private var separator: UInt8?
    private var state = State.cellStart
    /// The bytes of the row.
    private var raw: [UInt8] = []
    private var cell: [UInt8] = []
    private var cells: [[UInt8]] = []
    /// Why the row cannot be read, as the end of a sentence.
    private var fault: String?
    /// The current line, and the line of the last opening quote, from 1.
    private var line = 1
    private var quoteLine = 1
    /// The index after the last opening quote in `raw`.
    private var quoteStart = 0
    private var isAfterReturn = false
    private var decision = EncodingDecision<Row>()

    private typealias Row = (cells: [[UInt8]], raw: [UInt8], fault: String?)

    /// The largest accepted row, in bytes.
    public static let largestRow = ElementSplitter.largestElement
    private static let tooLarge = translated("it is larger than 4 MB")
    /// The most cells of a row, as in the largest spreadsheets.
    public static let maxCells = 16_384

    public init() {}

    /// True if the first bytes of a file look like a row with several cells.
    public static func isTable(start: Data) -> Bool {
        let text = TableEncoding.text(start: start).drop { $0 == "\u{FEFF}" || $0.isNewline }
        let line = Array(text.prefix { !$0.isNewline }.utf8)
        guard let first = line.first(where: { $0 != 0x20 && $0 != 0x09 }), !"[{<".utf8.contains(first),
            !line.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F })
        else { return false }
        return namedSeparator(in: line) != nil || line.contains(separator(of: line))
    }

    /// Passes every row completed by `bytes` to `body`, in order.
    public mutating func push(_ bytes: UnsafeRawBufferPointer, _ body: (CSVRow) throws -> Void) rethrows {
        if let text = encoding.utf8(of: bytes) {
            for byte in text { try take(byte, body) }
        } else {
            for byte in bytes { try take(byte, body) }
        }
    }

    /// Ends the file.
    /// - Throws: `ListError.openQuote` if the first row, or too many bytes, are in a quote without an end;
    ///   `ListError.unfinished` for half a character; or the error of `body`.
    public mutating func finish(_ body: (CSVRow) throws -> Void) throws {
        for byte in try encoding.finish() { try take(byte, body) }
        let isFirst = separator == nil
        if isFirst { try endFirstLine(body) }
        while state == .quoted {
            guard !isFirst, fault == nil else { throw ListError.openQuote(line: quoteLine) }
            try rejectOpenQuote(body)
        }
        try endRow(body)
        let rows = decision.finish()
        try pass(rows, body)
    }

    // MARK: The first line

    /// Collects the first line, from which the separator follows, and reads the others.
    private mutating func take(_ byte: UInt8, _ body: (CSVRow) throws -> Void) rethrows {
        guard separator == nil else { return try step(byte, body) }
        if byte == UInt8(ascii: "\"") { state = state == .quoted ? .cellStart : .quoted }
        let ends = state != .quoted && Self.isLineBreak(byte)
        if ends, raw.isEmpty { return count(byte) }
        raw.append(byte)
        // An overlong first line is read with commas.
        if ends || raw.count > Self.largestRow { try endFirstLine(body) }
    }

    private mutating func endFirstLine(_ body: (CSVRow) throws -> Void) rethrows {
        var line = raw
        if line.starts(with: [0xEF, 0xBB, 0xBF]) {
            line.removeFirst(3)
            decision = EncodingDecision(.utf8)
        }
        let named = Self.namedSeparator(in: line)
        separator = named ?? Self.separator(of: line)
        raw = []
        state = .cellStart
        // Excel's own line is no row.
        if named != nil { return line.forEach { count($0) } }
        for byte in line { try step(byte, body) }
    }

    /// The separator in a line such as `sep=;`, or nil.
    private static func namedSeparator(in line: [UInt8]) -> UInt8? {
        let bytes = line.filter { !isLineBreak($0) && $0 != UInt8(ascii: "\"") }
        guard bytes.count == 5, String(decoding: bytes.prefix(4), as: UTF8.self).lowercased() == "sep=" else {
            return nil
        }
        return bytes.last
    }

    /// The most frequent separator outside quotes.
    private static func separator(of line: [UInt8]) -> UInt8 {
        var counts: [UInt8: Int] = [:]
        var isQuoted = false
        for byte in line {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() } else if !isQuoted { counts[byte, default: 0] += 1 }
        }
        let separators = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: "|")]
        return separators.max { counts[$0, default: 0] < counts[$1, default: 0] } ?? UInt8(ascii: ",")
    }

    // MARK: Every line

    private mutating func step(_ byte: UInt8, _ body: (CSVRow) throws -> Void) rethrows {
        count(byte)
        if state != .quoted, Self.isLineBreak(byte) { return try endRow(body) }
        appendRaw(byte)
        switch (state, byte) {
        case (.quoted, UInt8(ascii: "\"")): state = .afterQuote
        case (.cellStart, UInt8(ascii: "\"")):
            state = .quoted
            quoteLine = line
            quoteStart = raw.count
        case (.afterQuote, UInt8(ascii: "\"")):
            state = .quoted
            append(byte)
        case (.quoted, _): append(byte)
        case (_, separator): endCell()
        case (.afterQuote, _) where !Self.isBlank(byte) && isQuoteOfLaterRow: try rejectOpenQuote(body)
        default:
            state = .plain
            append(byte)
        }
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

    /// True if the quote that seemed to end the cell begins one in a later line.
    private var isQuoteOfLaterRow: Bool {
        guard fault == nil, let last = cell.last else { return false }
        return cell.contains(where: Self.isLineBreak) && (last == separator || Self.isLineBreak(last))
    }

    /// Rejects the row up to the line of a quote without an end, and reads the lines after it as rows.
    private mutating func rejectOpenQuote(_ body: (CSVRow) throws -> Void) rethrows {
        let end = raw[quoteStart...].firstIndex(where: Self.isLineBreak) ?? raw.endIndex
        let rest = raw[end...]
        raw = Array(raw[..<end])
        fault = translated("its quotation mark in line \(quoteLine) is not closed")
        line = quoteLine
        isAfterReturn = false
        try endRow(body)
        for byte in rest { try step(byte, body) }
    }

    /// Counts lines; CRLF counts once.
    private mutating func count(_ byte: UInt8) {
        if byte == 0x0D || byte == 0x0A && !isAfterReturn { line += 1 }
        isAfterReturn = byte == 0x0D
    }

    private mutating func appendRaw(_ byte: UInt8) {
        if raw.count < Self.largestRow { raw.append(byte) } else { fault = Self.tooLarge }
    }

    private mutating func append(_ byte: UInt8) {
        if fault == nil { cell.append(byte) }
    }

    private mutating func endCell() {
        if cells.count >= Self.maxCells { (cells, fault) = ([], translated("it has too many cells")) }
        if fault == nil { cells.append(cell) }
        cell = []
        state = .cellStart
    }

    private mutating func endRow(_ body: (CSVRow) throws -> Void) rethrows {
        guard !raw.isEmpty else { return }
        endCell()
        let row: Row = (cells, raw, fault)
        let isEmpty = fault == nil && cells.allSatisfy { $0.allSatisfy { $0 == 0x20 } }
        raw = []
        cells = []
        fault = nil
        if isEmpty { return }
        let isClear = row.raw.withUnsafeBytes { decision.isClear($0) }
        let rows = isClear ? [row] : decision.add(row, byteCount: row.raw.count)
        try pass(rows, body)
    }

    private func pass(_ rows: [Row], _ body: (CSVRow) throws -> Void) rethrows {
        for row in rows {
            try body(
                CSVRow(
                    cells: row.cells, raw: row.raw, fault: row.fault, isWindows1252: decision.encoding == .windows1252,
                    hasDecimalCommas: separator == UInt8(ascii: ";")))
        }
    }

    private static func isLineBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
}
