public import Foundation
import Language

/// Splits a file of vCards that arrives in pieces, also in UTF-16, into its cards, holding at most one card in memory.
public struct CardSplitter {
    private var encoding = TableEncoding()
    private var element: [UInt8] = []
    private var line: [UInt8] = []
    /// The number of open cards.
    private var depth = 0
    /// True if text outside cards was too large.
    private var isTooLarge = false
    /// True in a property that made the card too large, until the next one; and in its current line.
    private var (isOmitting, isInOmittedLine) = (false, false)
    private var omittedNames: Set<[UInt8]> = []
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
        try bytes.eachLine { part, isComplete in
            if isComplete, appendMiddle(part) { return }
            appendToLine(part)
            if isComplete { try endLine(body) }
        }
    }

    /// A fast path for complete lines in the middle of a value, which are most lines of cards with pictures. The end of a
    /// card may have more behind it.
    /// - Returns: false for other lines.
    private mutating func appendMiddle(_ part: UnsafeRawBufferPointer) -> Bool {
        let isBreak = part.count == 1
        guard line.isEmpty, !isTooLarge, !isOmitting,
            isBreak || part.first == 0x20
                || part.count >= Self.maxKeywordLength && part.first.map({ $0 & 0xDF }) != Self.end.utf8.first,
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

    /// Outside cards, only the start of an overlong line is buffered.
    private mutating func appendToLine(_ bytes: UnsafeRawBufferPointer) {
        var bytes = bytes[...]
        if isOmitting {
            let start = bytes.prefix(max(0, 100 - line.count))
            line.append(contentsOf: start)
            bytes = bytes.dropFirst(start.count)
            guard !isInOmittedLine, Self.beginsProperty(line[...]) else { return }
            isOmitting = false
        }
        if element.count + line.count + bytes.count > ElementSplitter.largestElement {
            if depth == 0 { isTooLarge = true }
            if depth > 0, line.count + bytes.count >= Self.maxKeywordLength {
                line.append(contentsOf: bytes.prefix(max(0, 100 - line.count)))
                return omitProperty()
            }
        }
        line.append(contentsOf: isTooLarge ? bytes.prefix(max(0, 100 - line.count)) : bytes)
    }

    private mutating func endLine(_ body: (ListElement) throws -> Void) rethrows {
        if isOmitting {
            line.removeAll()
            return isInOmittedLine = false
        }
        // Some programs write no line break between two cards.
        let (first, rest) = (line.prefix(Self.end.utf8.count), line.dropFirst(Self.end.utf8.count))
        if depth > 0, rest.contains(where: { $0 > 0x20 }), first.map({ $0 & 0xDF }) == Self.end.utf8.map({ $0 & 0xDF })
        {
            line = first + [0x0A]
            try endPlainLine(body)
            line = Array(rest.drop { $0 <= 0x20 })
        }
        try endPlainLine(body)
    }

    private static var end: String { "END:VCARD" }

    private mutating func endPlainLine(_ body: (ListElement) throws -> Void) rethrows {
        switch keyword {
        case "BEGIN:VCARD" where depth > 0 && expectsEmbeddedCard, "AGENT:BEGIN:VCARD" where depth > 0: depth += 1
        case "BEGIN:VCARD":
            // One without an end is whole all the same.
            try emit(isWhole: depth == 1, body)
            depth = 1
        case Self.end where depth > 0: depth -= 1
        case "": return appendLine()
        default:
            expectsEmbeddedCard = depth > 0 && announcesEmbeddedCard
            return appendLine()
        }
        expectsEmbeddedCard = false
        appendLine(isKeyword: true)
        if depth == 0 { try emit(isWhole: true, body) }
    }

    private mutating func appendLine(isKeyword: Bool = false) {
        if depth > 0, !isKeyword, element.count + line.count > ElementSplitter.largestElement {
            omitProperty()
            return isInOmittedLine = false
        }
        // The beginnings of embedded cards are limited, too.
        if !isTooLarge, element.count <= 2 * ElementSplitter.largestElement { element += line }
        if isTooLarge, element.count > RejectedElement.maxRawLength {
            element = Array(element.prefix(RejectedElement.maxRawLength))
        }
        line.removeAll(keepingCapacity: line.capacity <= 1 << 16)
    }

    // MARK: Large properties

    /// The property that names those that were too large.
    static var omitted: String { "X-DUKE-DIRECTORY-OMITTED" }

    /// Replaces the property that makes the card too large by its name, so that the other properties are read.
    private mutating func omitProperty() {
        let isFirstLine = Self.beginsProperty(line[...])
        let start = isFirstLine ? element.count : startOfLastProperty
        let whole = isFirstLine ? line[...] : element[start...]
        let name = whole.prefix(100).prefix { $0 > 0x20 && $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: ";") }
        element.removeSubrange(start...)
        if omittedNames.count < 64, omittedNames.insert(Array(name)).inserted {
            element += Array("\(Self.omitted):".utf8) + name + [0x0A]
        }
        line.removeAll()
        (isOmitting, isInOmittedLine) = (true, true)
    }

    /// True if the line does not continue the property before it. Base64 may continue without a space.
    private static func beginsProperty(_ line: ArraySlice<UInt8>) -> Bool {
        line.first.map { $0 != 0x20 && $0 != 0x09 } == true && line.prefix(100).contains(UInt8(ascii: ":"))
    }

    /// The index of the last line that begins a property, after the one that begins the card.
    private var startOfLastProperty: Int {
        var end = element.count
        while end > 0 {
            let start = (element[..<(end - 1)].lastIndex { $0 == 0x0A || $0 == 0x0D } ?? -1) + 1
            if start == 0 { return end }
            if Self.beginsProperty(element[start..<end]) { return start }
            end = start
        }
        return 0
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
        let (bytes, wasTooLarge, isInside) = (Data(element), isTooLarge, depth > 0)
        (isTooLarge, depth) = (false, 0)
        (isOmitting, omittedNames) = (false, [])
        element.removeAll(keepingCapacity: element.capacity <= 1 << 20)
        if isWhole, !wasTooLarge { return try body(.whole(bytes)) }
        let isText = wasTooLarge || isInside || bytes.contains { $0 > 0x20 && ![0xEF, 0xBB, 0xBF].contains($0) }
        guard isText else { return }
        let reason =
            wasTooLarge
            ? translated("This text is larger than 4 MB.")
            : isInside ? translated("The vCard has no end.") : translated("This line is not part of a vCard.")
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
