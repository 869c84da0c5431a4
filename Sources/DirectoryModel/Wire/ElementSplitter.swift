public import Foundation
import Language

/// An error in a list as a whole.
public enum ListError: Error, Equatable, Sendable {
    /// It does not begin like a list.
    case notAList
    case unfinished
    /// A quote that began in this line, counted from 1, has no end.
    case openQuote(line: Int)
    /// A property list in Apple's binary form.
    case binaryPropertyList
    /// A list of another collection.
    case otherCollection(CollectionInfo)
    /// There are unexpected bytes between or after the elements.
    case damaged
}

/// An element of a JSON list or a file of vCards.
public enum ListElement: Equatable, Sendable {
    /// The bytes of the complete element.
    case whole(Data)
    /// The element is too large or incomplete.
    case rejected(RejectedElement)
}

/// Splits a JSON list that arrives in pieces into its elements, holding at most one element in memory, and those that
/// wait until it is known whether the list is UTF-8.
public struct ElementSplitter {
    private enum State { case beforeList, beforeElement, beforeFirst, inside, afterElement, afterList }

    private var state = State.beforeList
    /// The incomplete element at the end of the last piece.
    private var element: [UInt8] = []
    private var isTooLarge = false
    private var depth = 0
    private var isInString = false
    private var isEscaped = false
    private var decision = EncodingDecision<ListElement>()

    /// The largest accepted element, in bytes.
    public static let largestElement = 4 << 20

    public init() {}

    /// Passes every element completed by `bytes` to `body` in UTF-8, in order.
    /// - Throws: `ListError` at the first unexpected byte, or the error of `body`.
    public mutating func push(_ bytes: UnsafeRawBufferPointer, _ body: (ListElement) throws -> Void) throws {
        try pushNoCopy(bytes) {
            try body(.whole(Data($0)))
        } other: {
            try body($0)
        }
    }

    /// Passes every element completed by `bytes` to `body` as `reader` reads it, in order.
    /// - Throws: `ListError` at the first unexpected byte, or the error of `body`.
    public mutating func push(
        _ bytes: UnsafeRawBufferPointer, readBy reader: ElementReader, _ body: (ReadElement) throws -> Void
    ) throws {
        try pushNoCopy(bytes) {
            try body(reader.read($0))
        } other: {
            try body(reader.read($0))
        }
    }

    /// Passes most elements to `body` where they are in `bytes` or in a buffer that is reused, and the rest to `other`.
    private mutating func pushNoCopy(
        _ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) throws -> Void,
        other: (ListElement) throws -> Void
    ) throws {
        var position = 0
        while position < bytes.count {
            guard state == .inside else {
                try step(bytes[position])
                if state != .inside { position += 1 }
                continue
            }
            let end = scan(bytes, from: position)
            let part = UnsafeRawBufferPointer(rebasing: bytes[position..<end])
            position = end
            let isWhole = state == .afterElement
            if isWhole, element.isEmpty, part.count <= Self.largestElement, isClear(part) {
                try body(part)
                continue
            }
            buffer(part)
            if isWhole { try endBuffered(body, other) }
        }
    }

    /// Passes on the element in the buffer.
    private mutating func endBuffered(
        _ body: (UnsafeRawBufferPointer) throws -> Void, _ other: (ListElement) throws -> Void
    ) throws {
        defer {
            element.removeAll(keepingCapacity: element.capacity <= Self.largestSpare)
            isTooLarge = false
        }
        try element.withUnsafeBytes { bytes in
            let isClear = isClear(bytes)
            if isClear, !isTooLarge { return try body(bytes) }
            let added: ListElement =
                isTooLarge
                ? .rejected(RejectedElement(reason: translated("The entry is larger than 4 MB."), bytes: bytes))
                : .whole(Data(bytes))
            let ready = isClear ? [added] : decision.add(added, byteCount: bytes.count)
            for element in ready { try other(inUTF8(element)) }
        }
    }

    /// Ends the list, and passes the elements that waited to `body`.
    /// - Throws: `ListError` if the list is not complete, or the error of `body`.
    public mutating func finish(_ body: (ListElement) throws -> Void) throws {
        switch state {
        case .afterList: for element in decision.finish() { try body(inUTF8(element)) }
        case .beforeList: throw ListError.notAList
        case .beforeElement, .beforeFirst, .inside, .afterElement: throw ListError.unfinished
        }
    }

    /// True for an element that needs neither to wait nor to be converted.
    private mutating func isClear(_ bytes: UnsafeRawBufferPointer) -> Bool {
        decision.encoding != .windows1252 && decision.isClear(bytes)
    }

    private func inUTF8(_ element: ListElement) -> ListElement {
        guard decision.encoding == .windows1252, case .whole(let bytes) = element, !Windows1252.isUTF8(bytes),
            let text = Windows1252.text(bytes)
        else { return element }
        return .whole(Data(text.utf8))
    }

    /// Consumes a byte between elements.
    private mutating func step(_ byte: UInt8) throws(ListError) {
        if Self.isSpace(byte) { return }
        switch (state, byte) {
        case (.beforeList, UInt8(ascii: "[")): state = .beforeFirst
        case (.beforeList, 0xEF), (.beforeList, 0xBB), (.beforeList, 0xBF): return  // a byte order mark
        case (.beforeList, _): throw .notAList
        case (.beforeFirst, UInt8(ascii: "]")), (.afterElement, UInt8(ascii: "]")): state = .afterList
        case (.afterElement, UInt8(ascii: ",")): state = .beforeElement
        case (.beforeFirst, _) where !",]}".utf8.contains(byte), (.beforeElement, _) where !",]}".utf8.contains(byte):
            state = .inside
        default: throw .damaged
        }
    }

    /// Scans an element, and returns where it or the bytes end.
    private mutating func scan(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
        var position = start
        while position < bytes.count {
            if isInString {
                position = scanString(bytes, from: position)
                if !isInString && depth == 0 { return endElement(at: position) }
                continue
            }
            switch bytes[position] {
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if depth == 0 { return endElement(at: position) }
                depth -= 1
                if depth == 0 { return endElement(at: position + 1) }
            case UInt8(ascii: ",") where depth == 0: return endElement(at: position)
            case let byte where depth == 0 && Self.isSpace(byte): return endElement(at: position)
            default: break
            }
            position += 1
        }
        return position
    }

    /// Skips a string with `memchr`, and returns the position after it.
    private mutating func scanString(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
        var position = start
        // The next quote, escaped or not; found once, however many escapes are before it.
        var quote = start - 1
        while position < bytes.count, let base = bytes.baseAddress {
            if isEscaped {
                isEscaped = false
                position += 1
                continue
            }
            if quote < position {
                let found = memchr(base + position, Int32(UInt8(ascii: "\"")), bytes.count - position)
                quote = found.map { UnsafeRawPointer($0) - base } ?? bytes.count
            }
            if let escape = memchr(base + position, Int32(UInt8(ascii: "\\")), quote - position) {
                isEscaped = true
                position = UnsafeRawPointer(escape) - base + 1
            } else if quote < bytes.count {
                isInString = false
                return quote + 1
            } else {
                return bytes.count
            }
        }
        return position
    }

    private mutating func endElement(at position: Int) -> Int {
        state = .afterElement
        return position
    }

    private mutating func buffer(_ part: UnsafeRawBufferPointer) {
        guard !isTooLarge else { return }
        element.append(contentsOf: part)
        if element.count > Self.largestElement {
            isTooLarge = true
            element = Array(element.prefix(RejectedElement.maxRawLength))
        }
    }

    /// The largest buffer that is reused.
    private static var largestSpare: Int { 1 << 20 }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) }
}
