import Foundation

/// Walks a binary property list and refuses what could harm Foundation's reader: deep nesting, cycles, shared objects
/// that multiply, and offsets beyond the end.
struct BinaryPropertyListCheck {
    private let bytes: [UInt8]

    init(_ list: Data) { bytes = [UInt8](list) }

    /// The trailer.
    private struct Layout {
        let offsetSize: Int
        let referenceSize: Int
        let count: Int
        let top: Int
        let table: Int
    }

    /// - Throws: `ListError` if the list must not be read.
    func run() throws(ListError) {
        let layout = try layout()
        var waiting = [(object: layout.top, depth: 0)]
        var (values, size) = (0, 0)
        while let (object, depth) = waiting.popLast() {
            guard object < layout.count else { throw .damaged }
            let place = try number(at: layout.table + object * layout.offsetSize, size: layout.offsetSize)
            let body = try self.body(at: place, layout)
            values += 1
            // A shared object counts each time it is read.
            size += body.size
            guard values <= PropertyListKind.maxValues, size <= 4 * PropertyListKind.largest else { throw .damaged }
            guard body.references > 0 else { continue }
            guard depth > 0 || body.references <= PropertyListKind.maxElements else { throw .damaged }
            guard depth < PropertyListKind.deepest, waiting.count + body.references <= PropertyListKind.maxValues
            else { throw .damaged }
            for index in 0..<body.references {
                let reference = try number(at: body.start + index * layout.referenceSize, size: layout.referenceSize)
                waiting.append((reference, depth + 1))
            }
        }
    }

    private func layout() throws(ListError) -> Layout {
        let trailer = bytes.count - 32
        guard trailer >= 9 else { throw .unfinished }
        let layout = Layout(
            offsetSize: Int(bytes[trailer + 6]), referenceSize: Int(bytes[trailer + 7]),
            count: try number(at: trailer + 8, size: 8), top: try number(at: trailer + 16, size: 8),
            table: try number(at: trailer + 24, size: 8))
        guard (1...8).contains(layout.offsetSize), (1...8).contains(layout.referenceSize), layout.count > 0,
            layout.table >= 9, layout.table + layout.count * layout.offsetSize <= trailer
        else { throw .damaged }
        return layout
    }

    /// A big-endian number; numbers larger than the list are refused.
    private func number(at place: Int, size: Int) throws(ListError) -> Int {
        guard place >= 0, place + size <= bytes.count else { throw .damaged }
        var number: UInt64 = 0
        for byte in bytes[place..<place + size] { number = number << 8 | UInt64(byte) }
        guard number <= UInt64(bytes.count) else { throw .damaged }
        return Int(number)
    }

    /// An object's content and number of references.
    private struct Body {
        var start: Int
        let size: Int
        let references: Int
    }

    private func body(at place: Int, _ layout: Layout) throws(ListError) -> Body {
        guard place >= 8, place < layout.table else { throw .damaged }
        let (kind, low) = (bytes[place] >> 4, Int(bytes[place] & 0x0F))
        var body: Body
        switch kind {
        case 0x0: body = Body(start: place + 1, size: 0, references: 0)
        case 0x1 where low <= 4, 0x2 where low <= 4, 0x3 where low == 3:
            body = Body(start: place + 1, size: 1 << low, references: 0)
        case 0x8: body = Body(start: place + 1, size: low + 1, references: 0)
        case 0x4, 0x5, 0x6, 0xA, 0xC, 0xD: body = try counted(kind, low, at: place, layout)
        default: throw .damaged
        }
        guard body.start + body.size <= layout.table else { throw .damaged }
        return body
    }

    /// An object whose count is in its first byte, or in an integer after it.
    private func counted(_ kind: UInt8, _ low: Int, at place: Int, _ layout: Layout) throws(ListError) -> Body {
        var (start, count) = (place + 1, low)
        if low == 0x0F {
            guard start < layout.table, bytes[start] >> 4 == 0x1, bytes[start] & 0x0F <= 3 else { throw .damaged }
            let size = 1 << Int(bytes[start] & 0x0F)
            count = try number(at: start + 1, size: size)
            start += 1 + size
        }
        switch kind {
        case 0x6: return Body(start: start, size: 2 * count, references: 0)
        case 0xA, 0xC: return Body(start: start, size: count * layout.referenceSize, references: count)
        case 0xD: return Body(start: start, size: 2 * count * layout.referenceSize, references: 2 * count)
        default: return Body(start: start, size: count, references: 0)
        }
    }
}
