/// Parameters in the form that libpq takes: pointers to values in binary format.
struct PostgresParameters {
    private var bytes: [UInt8] = []
    /// Where each value begins and how long it is; nil for NULL.
    private var ranges: [Range<Int>?] = []

    init(_ values: [PostgresValue]) {
        for value in values {
            let start = bytes.count
            ranges.append(value.append(to: &bytes) ? start..<bytes.count : nil)
        }
        // So that an empty value at the end has an address too.
        bytes.append(0)
    }

    /// Calls `body` with the count, the addresses, the lengths and the formats.
    func withPointers<T>(
        _ body: (Int32, [UnsafePointer<CChar>?], [Int32], [Int32]) -> T
    ) -> T {
        bytes.withUnsafeBytes { buffer in
            let start = buffer.bindMemory(to: CChar.self).baseAddress
            let addresses = ranges.map { range in range.flatMap { range in start.map { $0 + range.lowerBound } } }
            let lengths = ranges.map { Int32($0?.count ?? 0) }
            return body(Int32(ranges.count), addresses, lengths, [Int32](repeating: 1, count: ranges.count))
        }
    }
}
