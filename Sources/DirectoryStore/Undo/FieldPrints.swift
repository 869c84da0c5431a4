import ClassAPI
import DirectoryModel
import Foundation

/// The hash of every field of a record but its key, in the order of the fields.
struct FieldPrints: Equatable {
    let prints: [Int64]

    init<R: DirectoryRecord>(of record: R) {
        prints = R.fields.filter { !$0.isKey }.map { Self.print($0.value(record)) }
    }

    init(data: Data) {
        let bytes = Array(data)
        prints = stride(from: 0, to: bytes.count, by: 8).map { start in
            Int64(bitPattern: bytes[start..<min(start + 8, bytes.count)].reduce(0) { $0 << 8 | UInt64($1) })
        }
    }

    var data: Data { Data(prints.flatMap { print in withUnsafeBytes(of: print.bigEndian) { Array($0) } }) }

    private static func print(_ value: FieldValue) -> Int64 {
        var hash = ContentHash()
        if case .list(let items) = value {
            for item in items { hash.add(item) }
        } else {
            hash.add(value.text)
        }
        return hash.number()
    }
}
