public import Foundation
import Language

/// Finds the cards of a file in bytes that arrive in pieces, UTF-16 ones too, and keeps no more than one card.
public struct CardSplitter {
    private var encoding = TableEncoding()
    private var element: [UInt8] = []
    private var line: [UInt8] = []
    /// How many nested cards are open; 0 between cards.
    private var depth = 0
    private var isTooLarge = false
    /// True after a line that announces another card within this one.
    private var expectsInner = false

    /// True where `start`, the first bytes of a file, begin a card.
    public static func isCard(start: Data) -> Bool {
        let text = TableEncoding.text(start: start).drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        return text.prefix(11).uppercased() == "BEGIN:VCARD"
    }

    /// Makes a splitter for one file.
    public init() {}

    /// Takes the next bytes and passes every completed element to `body`, in order.
    public mutating func push(_ bytes: UnsafeRawBufferPointer, _ body: (ListElement) throws -> Void) rethrows {
        guard let text = encoding.utf8(of: bytes) else { return try read(bytes, body) }
        try text.withUnsafeBytes { try read($0, body) }
    }

    private mutating func read(_ bytes: UnsafeRawBufferPointer, _ body: (ListElement) throws -> Void) rethrows {
        var breaks = LineBreaks(bytes)
        var start = 0
        while let place = breaks.next(from: start) {
            let part = UnsafeRawBufferPointer(rebasing: bytes[start...place])
            start = place + 1
            if keepMiddle(part) { continue }
            keep(part)
            try endLine(body)
        }
        keep(UnsafeRawBufferPointer(rebasing: bytes[start...]))
    }

    /// Keeps a line that is whole and in the middle of a value, as most lines of cards with pictures are.
    /// - Returns: false for any other.
    private mutating func keepMiddle(_ part: UnsafeRawBufferPointer) -> Bool {
        let isBreak = part.count == 1
        guard line.isEmpty, !isTooLarge, isBreak || part.count >= Self.maxKeywordLength || part.first == 0x20,
            element.count + part.count <= ElementSplitter.largestElement
        else { return false }
        if !isBreak { expectsInner = false }
        element.append(contentsOf: part)
        return true
    }

    /// Ends the file, whose last line needs no break.
    public mutating func finish(_ body: (ListElement) throws -> Void) rethrows {
        // Half a character at the end of UTF-16 is left out.
        let rest = (try? encoding.finish()) ?? []
        try rest.withUnsafeBytes { try read($0, body) }
        try endLine(body)
        try emit(isWhole: false, body)
    }

    /// No line that matters is longer than what is kept of one that is too long.
    private mutating func keep(_ bytes: UnsafeRawBufferPointer) {
        if element.count + line.count + bytes.count > ElementSplitter.largestElement { isTooLarge = true }
        line.append(contentsOf: isTooLarge ? bytes.prefix(max(0, 100 - line.count)) : bytes[...])
    }

    private mutating func endLine(_ body: (ListElement) throws -> Void) rethrows {
        switch keyword {
        case "BEGIN:VCARD" where depth > 0 && expectsInner: depth += 1
        case "BEGIN:VCARD":
            try emit(isWhole: false, body)
            depth = 1
        case "END:VCARD" where depth > 0: depth -= 1
        case "": return keepLine()
        default:
            expectsInner = depth > 0 && saysInner
            return keepLine()
        }
        expectsInner = false
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

    /// No line that begins or ends a card has as many bytes.
    private static var maxKeywordLength: Int { 60 }

    /// The line in upper case, or "-" where it is too long to begin or end a card.
    private var keyword: String {
        // Most lines are the middle of a picture.
        guard line.count < Self.maxKeywordLength, line.first != 0x20 else { return "-" }
        // The break is cut off first, because trimming a text costs more.
        let end = line.lastIndex { $0 != 0x20 && !(0x09...0x0D).contains($0) }.map { $0 + 1 } ?? 0
        let text = String(decoding: line[..<end], as: UTF8.self).trimmed
        return (text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text).uppercased()
    }

    /// True for "AGENT:", which the agent's own card follows in version 2.1.
    private var saysInner: Bool {
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

/// Finds the bytes that end lines, whichever of the two a file has.
struct LineBreaks {
    private let bytes: UnsafeRawBufferPointer
    /// The next of each after the last place that was asked for; the end where there is not one.
    private var feed = -1
    private var carriage = -1

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// The place of the first line feed or carriage return from `start` on, or nil.
    mutating func next(from start: Int) -> Int? {
        if feed < start { feed = find(0x0A, from: start, to: bytes.count) }
        if carriage < start { carriage = find(0x0D, from: start, to: bytes.count) }
        let place = min(feed, carriage)
        return place < bytes.count ? place : nil
    }

    private func find(_ byte: Int32, from start: Int, to end: Int) -> Int {
        guard let base = bytes.baseAddress, start < end else { return end }
        return memchr(base + start, byte, end - start).map { UnsafeRawPointer($0) - base } ?? end
    }
}
