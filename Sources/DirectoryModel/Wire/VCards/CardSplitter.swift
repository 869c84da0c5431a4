public import Foundation
import Language

/// Splits a file of vCards that arrives in pieces, also in UTF-16, into its cards, keeping at most one card in memory.
public struct CardSplitter {
    private var encoding = TableEncoding()
    private var element: [UInt8] = []
    private var line: [UInt8] = []
    /// The number of open cards.
    private var depth = 0
    private var isTooLarge = false
    /// True after a line that announces an embedded card.
    private var expectsEmbeddedCard = false

    /// True if the first bytes of a file begin a card.
    public static func isCard(start: Data) -> Bool {
        let text = TableEncoding.text(start: start).drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        return text.prefix(11).uppercased() == "BEGIN:VCARD"
    }

    public init() {}

    /// Passes every element completed by `bytes` to `body`, in order.
    public mutating func push(_ bytes: UnsafeRawBufferPointer, _ body: (ListElement) throws -> Void) rethrows {
        guard let text = encoding.utf8(of: bytes) else { return try read(bytes, body) }
        try text.withUnsafeBytes { try read($0, body) }
    }

    private mutating func read(_ bytes: UnsafeRawBufferPointer, _ body: (ListElement) throws -> Void) rethrows {
        func find(_ byte: Int32, from start: Int) -> Int {
            guard let base = bytes.baseAddress, start < bytes.count else { return bytes.count }
            return memchr(base + start, byte, bytes.count - start).map { UnsafeRawPointer($0) - base } ?? bytes.count
        }
        // The next line feed and carriage return, or the end.
        var (start, feed, carriage) = (0, -1, -1)
        while true {
            if feed < start { feed = find(0x0A, from: start) }
            if carriage < start { carriage = find(0x0D, from: start) }
            let place = min(feed, carriage)
            guard place < bytes.count else { break }
            let part = UnsafeRawBufferPointer(rebasing: bytes[start...place])
            start = place + 1
            if keepMiddle(part) { continue }
            keep(part)
            try endLine(body)
        }
        keep(UnsafeRawBufferPointer(rebasing: bytes[start...]))
    }

    /// A fast path for complete lines in the middle of a value, which are most lines of cards with pictures.
    /// - Returns: false for other lines.
    private mutating func keepMiddle(_ part: UnsafeRawBufferPointer) -> Bool {
        let isBreak = part.count == 1
        guard line.isEmpty, !isTooLarge, isBreak || part.count >= Self.maxKeywordLength || part.first == 0x20,
            element.count + part.count <= ElementSplitter.largestElement
        else { return false }
        if !isBreak { expectsEmbeddedCard = false }
        element.append(contentsOf: part)
        return true
    }

    /// Ends the file.
    public mutating func finish(_ body: (ListElement) throws -> Void) rethrows {
        // Half a UTF-16 character at the end is dropped.
        let rest = (try? encoding.finish()) ?? []
        try rest.withUnsafeBytes { try read($0, body) }
        try endLine(body)
        try emit(isWhole: false, body)
    }

    /// Only the start of an overlong line is kept; lines that matter are shorter.
    private mutating func keep(_ bytes: UnsafeRawBufferPointer) {
        if element.count + line.count + bytes.count > ElementSplitter.largestElement { isTooLarge = true }
        line.append(contentsOf: isTooLarge ? bytes.prefix(max(0, 100 - line.count)) : bytes[...])
    }

    private mutating func endLine(_ body: (ListElement) throws -> Void) rethrows {
        switch keyword {
        case "BEGIN:VCARD" where depth > 0 && expectsEmbeddedCard: depth += 1
        case "BEGIN:VCARD":
            try emit(isWhole: false, body)
            depth = 1
        case "END:VCARD" where depth > 0: depth -= 1
        case "": return keepLine()
        default:
            expectsEmbeddedCard = depth > 0 && announcesEmbeddedCard
            return keepLine()
        }
        expectsEmbeddedCard = false
        keepLine()
        if depth == 0 { try emit(isWhole: true, body) }
    }

    private mutating func keepLine() {
        if !isTooLarge { element += line }
        if isTooLarge, element.count > RejectedElement.maxRawLength {
            element = Array(element.prefix(RejectedElement.maxRawLength))
        }
        line.removeAll(keepingCapacity: line.capacity <= 1 << 16)
    }

    /// Lines that begin or end a card are shorter.
    private static var maxKeywordLength: Int { 60 }

    /// The line in upper case, or "-" if it is too long to begin or end a card.
    private var keyword: String {
        // A fast path for pictures.
        guard line.count < Self.maxKeywordLength, line.first != 0x20 else { return "-" }
        // Cutting the line break off bytes is faster than trimming a text.
        let end = line.lastIndex { $0 != 0x20 && !(0x09...0x0D).contains($0) }.map { $0 + 1 } ?? 0
        let text = String(decoding: line[..<end], as: UTF8.self).trimmed
        return (text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text).uppercased()
    }

    /// True for "AGENT:", which an embedded card follows in version 2.1.
    private var announcesEmbeddedCard: Bool {
        let text = keyword
        return text.hasPrefix("AGENT") && text.hasSuffix(":")
    }

    private mutating func emit(isWhole: Bool, _ body: (ListElement) throws -> Void) rethrows {
        let (kept, wasTooLarge, isInside) = (Data(element), isTooLarge, depth > 0)
        (isTooLarge, depth) = (false, 0)
        element.removeAll(keepingCapacity: element.capacity <= 1 << 20)
        if isWhole, !wasTooLarge { return try body(.whole(kept)) }
        let isText = wasTooLarge || isInside || kept.contains { $0 > 0x20 && ![0xEF, 0xBB, 0xBF].contains($0) }
        guard isText else { return }
        let reason =
            wasTooLarge
            ? translated("The vCard is larger than 4 MB.")
            : isInside ? translated("The vCard has no end.") : translated("This line is not part of a vCard.")
        try body(.rejected(RejectedElement(reason: reason, bytes: kept)))
    }
}
