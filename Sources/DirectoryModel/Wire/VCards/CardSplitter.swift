public import Foundation

/// What stands in a file of vCards.
public enum CardElement: Equatable, Sendable {
    /// A card, from its first line to its last.
    case whole(Data)
    /// A card that has no end.
    case unfinished(Data)
    /// Larger than anything a card can be; only its start was kept.
    case tooLarge(start: Data)
    /// Text that stands in no card.
    case outside(Data)
}

/// Finds the cards of a file in bytes that arrive in pieces, and keeps no more than one card.
public struct CardSplitter {
    private var element = Data()
    private var line = Data()
    /// How many cards within cards are open; 0 between cards.
    private var depth = 0
    private var isTooLarge = false
    /// True after a line that says another card follows within this one.
    private var expectsInner = false

    /// True where `start`, the first bytes of a file, begin a card.
    public static func isCard(start: Data) -> Bool {
        let text = String(decoding: start.prefix(200), as: UTF8.self).drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        return text.prefix(11).uppercased() == "BEGIN:VCARD"
    }

    public init() {}

    /// Takes the next bytes and hands everything that became whole to `body`, in order.
    public mutating func push(_ bytes: UnsafeRawBufferPointer, _ body: (CardElement) throws -> Void) rethrows {
        var start = 0
        while let place = bytes[start...].firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) {
            keep(bytes[start...place])
            start = place + 1
            try endLine(body)
        }
        keep(bytes[start...])
    }

    /// Ends the file, whose last line needs no break.
    public mutating func finish(_ body: (CardElement) throws -> Void) rethrows {
        try endLine(body)
        try emit(.unfinished(element), body)
    }

    /// No line that matters is longer than what is kept of one that is too long.
    private mutating func keep(_ bytes: Slice<UnsafeRawBufferPointer>) {
        if element.count + line.count + bytes.count > ElementSplitter.largestElement { isTooLarge = true }
        line.append(contentsOf: isTooLarge ? bytes.prefix(max(0, 100 - line.count)) : bytes)
    }

    private mutating func endLine(_ body: (CardElement) throws -> Void) rethrows {
        switch keyword {
        case "BEGIN:VCARD" where depth > 0 && expectsInner: depth += 1
        case "BEGIN:VCARD":
            try emit(.unfinished(element), body)
            depth = 1
        case "END:VCARD" where depth > 0: depth -= 1
        case "": return keepLine()
        default:
            expectsInner = depth > 0 && saysInner
            return keepLine()
        }
        expectsInner = false
        keepLine()
        if depth == 0 { try emit(.whole(element), body) }
    }

    private mutating func keepLine() {
        if !isTooLarge { element.append(line) }
        if isTooLarge, element.count > RejectedElement.longestRaw {
            element = Data(element.prefix(RejectedElement.longestRaw))
        }
        line = Data()
    }

    /// The line in capitals, or "-" where it is too long to be one that begins or ends a card.
    private var keyword: String {
        // Most lines are the middle of a picture.
        guard line.count < 60, line.first != 0x20 else { return "-" }
        let text = String(decoding: line, as: UTF8.self).trimmed
        return (text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text).uppercased()
    }

    /// True for "AGENT:", after which version 2.1 has the agent's own card.
    private var saysInner: Bool {
        let text = keyword
        return text.hasPrefix("AGENT") && text.hasSuffix(":")
    }

    private mutating func emit(_ found: CardElement, _ body: (CardElement) throws -> Void) rethrows {
        let (kept, wasTooLarge, isInside) = (element, isTooLarge, depth > 0)
        (element, isTooLarge, depth) = (Data(), false, 0)
        if wasTooLarge { return try body(.tooLarge(start: kept)) }
        if case .whole = found { return try body(found) }
        if isInside { return try body(.unfinished(kept)) }
        guard kept.contains(where: { $0 > 0x20 && $0 != 0xEF && $0 != 0xBB && $0 != 0xBF }) else { return }
        try body(.outside(Data(kept.prefix(RejectedElement.longestRaw))))
    }
}
