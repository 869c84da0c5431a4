public import Foundation
import Language

/// Splits a file of vCards that arrives in pieces, also in UTF-16, into its cards, holding at most one card in memory.
public struct CardSplitter {
    private var encoding = TableEncoding()
    /// The bytes of the card, or of text between cards. Its last line begins at `lineStart`.
    private var element: [UInt8] = []
    private var lineStart = 0
    /// The number of open cards.
    private var depth = 0
    /// True if the end of the element was dropped.
    private var isTooLarge = false
    /// True after a line that announces an embedded card.
    private var expectsEmbeddedCard = false

    /// The largest accepted card, in bytes; most of it may be a property that is not read.
    private static var largestCard: Int { 16 << 20 }

    /// True if a card begins in the first bytes of a file, possibly after a few other lines, but not in a quoted cell of
    /// a table.
    public static func isCard(start: Data) -> Bool {
        var quotes = 0
        for line in TableEncoding.text(start: start).split(whereSeparator: \.isNewline) {
            let text = line.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
            if text.prefix(11).uppercased() == "BEGIN:VCARD" { return quotes.isMultiple(of: 2) }
            quotes += line.count { $0 == "\"" }
        }
        return false
    }

    public init() {}

    /// Passes every element completed by `bytes` to `body`, in order.
    public mutating func push(_ bytes: UnsafeRawBufferPointer, _ body: (ListElement) throws -> Void) rethrows {
        guard let text = encoding.utf8(of: bytes) else { return try read(bytes, body) }
        try text.withUnsafeBytes { try read($0, body) }
    }

    /// Ends the file.
    public mutating func finish(_ body: (ListElement) throws -> Void) rethrows {
        // Half a UTF-16 character at the end is dropped.
        let rest = (try? encoding.finish()) ?? []
        try rest.withUnsafeBytes { try read($0, body) }
        try endLine(body)
        try emit(isWhole: false, body)
    }

    private mutating func read(_ bytes: UnsafeRawBufferPointer, _ body: (ListElement) throws -> Void) rethrows {
        try bytes.eachLine { part, isComplete in
            append(part)
            if isComplete { try endLine(body) }
        }
    }

    /// Of lines that make the element too large, only the start is needed.
    private mutating func append(_ bytes: UnsafeRawBufferPointer) {
        let limit = depth > 0 ? Self.largestCard : ElementSplitter.largestElement
        if element.count + bytes.count > limit { isTooLarge = true }
        let room = isTooLarge ? max(0, RejectedElement.maxRawLength - (element.count - lineStart)) : bytes.count
        element.append(contentsOf: bytes.prefix(room))
    }

    private mutating func endLine(_ body: (ListElement) throws -> Void) rethrows {
        let line = element[lineStart...]
        // A fast path: most lines are of pictures.
        if line.count >= Self.maxKeywordLength, !Self.beginsWithEnd(line) { return endOtherLine() }
        // Some programs write no line break between two cards.
        let rest = line.dropFirst(Self.end.utf8.count)
        if depth > 0, Self.beginsWithEnd(line), let start = rest.firstIndex(where: { $0 > 0x20 }) {
            let next = Array(rest[start...])
            element.replaceSubrange(rest.startIndex..., with: [0x0A])
            try endShortLine(body)
            element += next
        }
        try endShortLine(body)
    }

    private static var end: String { "END:VCARD" }

    private static func beginsWithEnd(_ line: ArraySlice<UInt8>) -> Bool {
        line.count >= end.utf8.count && zip(line, end.utf8).allSatisfy { $0 & 0xDF == $1 & 0xDF }
    }

    private mutating func endShortLine(_ body: (ListElement) throws -> Void) rethrows {
        let keyword = keyword
        switch keyword {
        case "BEGIN:VCARD" where depth > 0 && expectsEmbeddedCard, "AGENT:BEGIN:VCARD" where depth > 0: depth += 1
        case "BEGIN:VCARD":
            // One without an end is whole all the same.
            try emit(isWhole: depth == 1, body)
            depth = 1
        case Self.end where depth > 0: depth -= 1
        case "": return lineStart = element.count
        default:
            endOtherLine()
            // In version 2.1, an embedded card follows "AGENT:".
            return expectsEmbeddedCard = depth > 0 && keyword.hasPrefix("AGENT") && keyword.hasSuffix(":")
        }
        expectsEmbeddedCard = false
        lineStart = element.count
        if depth == 0 { try emit(isWhole: true, body) }
    }

    /// Ends a line that neither begins nor ends a card.
    private mutating func endOtherLine() {
        expectsEmbeddedCard = false
        if isTooLarge { element.removeSubrange(max(lineStart, min(element.count, RejectedElement.maxRawLength))...) }
        lineStart = element.count
    }

    /// Lines that begin or end a card are shorter.
    private static var maxKeywordLength: Int { 60 }

    /// The line in upper case, or "-" if it is too long to begin or end a card.
    private var keyword: String {
        let line = element[lineStart...]
        guard line.count < Self.maxKeywordLength, line.first != 0x20 else { return "-" }
        let text = String(decoding: line, as: UTF8.self).trimmed
        return (text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text).uppercased()
    }

    /// Passes on what is before the line.
    private mutating func emit(isWhole: Bool, _ body: (ListElement) throws -> Void) rethrows {
        let (bytes, wasTooLarge, isInside) = (Data(element[..<lineStart]), isTooLarge, depth > 0)
        element.removeSubrange(..<lineStart)
        lineStart = 0
        isTooLarge = false
        depth = 0
        if isWhole, !wasTooLarge { return try body(.whole(bytes)) }
        let isText = wasTooLarge || isInside || bytes.contains { $0 > 0x20 && ![0xEF, 0xBB, 0xBF].contains($0) }
        guard isText else { return }
        let reason =
            switch (wasTooLarge, isInside || isWhole) {
            case (true, true): translated("The vCard is larger than 16 MB.")
            case (true, false): translated("This text is larger than 4 MB.")
            case (false, true): translated("The vCard has no end.")
            case (false, false): translated("This line is not part of a vCard.")
            }
        try body(.rejected(RejectedElement(reason: reason, bytes: bytes)))
    }
}

extension UnsafeRawBufferPointer {
    /// Passes each line with its line break, which is LF or CR, as files of old systems have it; the rest at the end is
    /// not complete.
    func eachLine(_ body: (_ line: UnsafeRawBufferPointer, _ isComplete: Bool) throws -> Void) rethrows {
        func find(_ byte: Int32, from start: Int) -> Int {
            guard let base = baseAddress, start < count else { return count }
            return memchr(base + start, byte, count - start).map { UnsafeRawPointer($0) - base } ?? count
        }
        // The next line feed and carriage return, or the end.
        var (start, feed, carriage) = (0, -1, -1)
        while start < count {
            if feed < start { feed = find(0x0A, from: start) }
            if carriage < start { carriage = find(0x0D, from: start) }
            let end = Swift.min(feed, carriage)
            let next = Swift.min(end + 1, count)
            try body(UnsafeRawBufferPointer(rebasing: self[start..<next]), end < count)
            start = next
        }
    }
}
