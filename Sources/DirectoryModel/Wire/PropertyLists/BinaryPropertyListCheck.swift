import Foundation

/// Walks a binary property list and refuses what could harm Foundation's reader: deep nesting, cycles, shared objects
/// that multiply, and offsets beyond the end.
struct BinaryPropertyListCheck {
    /// An object's content and number of references.
    private typealias Body = (start: Int, size: Int, references: Int)

    private let bytes: [UInt8]
    // The trailer.
    private var (offsetSize, referenceSize, count, top, table) = (0, 0, 0, 0, 0)

    init(_ list: Data) { bytes = [UInt8](list) }

    /// - Throws: `ListError` if the list must not be read.
    mutating func run() throws(ListError) {
        try readTrailer()
        var waiting = [(object: top, depth: 0)]
        var (values, size) = (0, 0)
        while let (object, depth) = waiting.popLast() {
            guard object < count else { throw .damaged }
            let body = try body(at: try number(at: table + object * offsetSize, size: offsetSize))
            values += 1
            // A shared object counts each time it is read.
            size += body.size
            guard values <= PropertyListKind.maxValues, size <= 4 * PropertyListKind.largest else { throw .damaged }
            guard body.references > 0 else { continue }
            guard depth > 0 || body.references <= PropertyListKind.maxElements else { throw .damaged }
            guard depth < PropertyListKind.deepest, waiting.count + body.references <= PropertyListKind.maxValues
            else { throw .damaged }
            for index in 0..<body.references {
                let reference = try number(at: body.start + index * referenceSize, size: referenceSize)
                waiting.append((reference, depth + 1))
            }
        }
    }

    private mutating func readTrailer() throws(ListError) {
        let trailer = bytes.count - 32
        guard trailer >= 9 else { throw .unfinished }
        (offsetSize, referenceSize) = (Int(bytes[trailer + 6]), Int(bytes[trailer + 7]))
        count = try number(at: trailer + 8, size: 8)
        top = try number(at: trailer + 16, size: 8)
        table = try number(at: trailer + 24, size: 8)
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize), count > 0, table >= 9,
            table + count * offsetSize <= trailer
        else { throw .damaged }
    }

    /// A big-endian number; numbers larger than the list are refused.
    private func number(at place: Int, size: Int) throws(ListError) -> Int {
        guard place >= 0, place + size <= bytes.count else { throw .damaged }
        var number: UInt64 = 0
        for byte in bytes[place..<place + size] { number = number << 8 | UInt64(byte) }
        guard number <= UInt64(bytes.count) else { throw .damaged }
        return Int(number)
    }

    private func body(at place: Int) throws(ListError) -> Body {
        guard place >= 8, place < table else { throw .damaged }
        let (kind, low) = (bytes[place] >> 4, Int(bytes[place] & 0x0F))
        let body: Body
        switch kind {
        case 0x0: body = (place + 1, 0, 0)
        case 0x1 where low <= 4, 0x2 where low <= 4, 0x3 where low == 3: body = (place + 1, 1 << low, 0)
        case 0x8: body = (place + 1, low + 1, 0)
        case 0x4, 0x5, 0x6, 0xA, 0xC, 0xD: body = try counted(kind, low, at: place)
        default: throw .damaged
        }
        guard body.start + body.size <= table else { throw .damaged }
        return body
    }

    /// An object whose count is in its first byte, or in an integer after it.
    private func counted(_ kind: UInt8, _ low: Int, at place: Int) throws(ListError) -> Body {
        var (start, count) = (place + 1, low)
        if low == 0x0F {
            guard start < table, bytes[start] >> 4 == 0x1, bytes[start] & 0x0F <= 3 else { throw .damaged }
            let size = 1 << Int(bytes[start] & 0x0F)
            count = try number(at: start + 1, size: size)
            start += 1 + size
        }
        switch kind {
        case 0x6: return (start, 2 * count, 0)
        case 0xA, 0xC: return (start, count * referenceSize, count)
        case 0xD: return (start, 2 * count * referenceSize, 2 * count)
        default: return (start, count, 0)
        }
    }
}
