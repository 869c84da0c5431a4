public import Foundation

/// One element of a JSON list as it arrived.
public enum ListElement: Equatable, Sendable {
    case whole(Data)
    /// Larger than anything a record can be; only its start was kept.
    case tooLarge(start: Data)
}

/// What is wrong with a JSON list as a whole.
public enum ListError: Error, Equatable, Sendable {
    /// It starts with something that is no list.
    case notAList
    /// It ends before the list does.
    case unfinished
    /// Something stands between or after the elements that does not belong there.
    case damaged
}

/// Finds the elements of a JSON list in bytes that arrive in pieces, and keeps no more than one element.
public struct ElementSplitter {
    private enum Place { case beforeList, beforeElement, beforeFirst, inside, afterElement, afterList }

    private var place = Place.beforeList
    private var element = Data()
    private var isTooLarge = false
    private var depth = 0
    private var isInString = false
    private var isEscaped = false

    /// The largest element that is kept whole, in bytes.
    public static let largestElement = 4 << 20

    public init() {}

    /// Takes the next bytes and hands every element that became whole to `body`, in order.
    /// - Throws: `ListError` at the first byte that cannot be part of a list, or what `body` throws.
    public mutating func push(_ bytes: UnsafeRawBufferPointer, _ body: (ListElement) throws -> Void) throws {
        var position = 0
        while position < bytes.count {
            if place == .inside {
                let end = scan(bytes, from: position)
                keep(bytes, position..<end)
                position = end
                if place == .afterElement { try emit(body) }
            } else {
                try step(bytes[position])
                if place != .inside { position += 1 }
            }
        }
    }

    /// Ends the list.
    /// - Throws: `ListError` where the bytes so far are not a whole list.
    public func finish() throws(ListError) {
        switch place {
        case .afterList: return
        case .beforeList: throw .notAList
        case .beforeElement, .beforeFirst, .inside, .afterElement: throw .unfinished
        }
    }

    /// One byte between elements.
    private mutating func step(_ byte: UInt8) throws(ListError) {
        if Self.isSpace(byte) { return }
        switch (place, byte) {
        case (.beforeList, UInt8(ascii: "[")): place = .beforeFirst
        case (.beforeList, 0xEF), (.beforeList, 0xBB), (.beforeList, 0xBF): return  // a byte order mark
        case (.beforeList, _): throw .notAList
        case (.beforeFirst, UInt8(ascii: "]")), (.afterElement, UInt8(ascii: "]")): place = .afterList
        case (.afterElement, UInt8(ascii: ",")): place = .beforeElement
        case (.beforeFirst, UInt8(ascii: ",")), (.beforeElement, UInt8(ascii: ",")): throw .damaged
        case (.beforeElement, UInt8(ascii: "]")), (.beforeElement, UInt8(ascii: "}")): throw .damaged
        case (.beforeFirst, UInt8(ascii: "}")): throw .damaged
        case (.beforeFirst, _), (.beforeElement, _): place = .inside
        case (.afterElement, _), (.afterList, _), (.inside, _): throw .damaged
        }
    }

    /// Goes on inside an element; returns where the bytes or the element end.
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

    /// Goes on inside a string, from quote to quote at memory speed; returns the place after its end.
    private mutating func scanString(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
        var position = start
        while position < bytes.count, let base = bytes.baseAddress {
            if isEscaped {
                isEscaped = false
                position += 1
                continue
            }
            let rest = bytes.count - position
            let quote = memchr(base + position, Int32(UInt8(ascii: "\"")), rest).map { UnsafeRawPointer($0) - base }
            let length = (quote ?? bytes.count) - position
            if let escape = memchr(base + position, Int32(UInt8(ascii: "\\")), length) {
                isEscaped = true
                position = UnsafeRawPointer(escape) - base + 1
            } else if let quote {
                isInString = false
                return quote + 1
            } else {
                return bytes.count
            }
        }
        return position
    }

    private mutating func endElement(at position: Int) -> Int {
        place = .afterElement
        return position
    }

    private mutating func keep(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) {
        guard !isTooLarge else { return }
        element.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[range]))
        if element.count > Self.largestElement {
            isTooLarge = true
            element = Data(element.prefix(RejectedElement.longestRaw))
        }
    }

    private mutating func emit(_ body: (ListElement) throws -> Void) throws {
        let found: ListElement = isTooLarge ? .tooLarge(start: element) : .whole(element)
        element = Data()
        isTooLarge = false
        try body(found)
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) }
}
