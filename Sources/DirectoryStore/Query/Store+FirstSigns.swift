public import DirectoryModel

extension Store {
    /// The first sign of the text that each of `rows` is sorted by, without case and accents, as search compares it.
    /// - Parameters:
    ///   - type: the collection.
    ///   - id: the id of one of its orders.
    ///   - rows: the rows; the result has one sign for each, nil where the row is gone or its text is empty.
    public func firstSigns<R: DirectoryRecord>(
        _ type: R.Type, inOrder id: String, of rows: [Int64]
    ) throws(StoreError) -> [Unicode.Scalar?] {
        let order = R.definition.orders.first { $0.id == id } ?? R.definition.orders[0]
        let signs = try read { db in
            var signs: [Int64: Unicode.Scalar] = [:]
            signs.reserveCapacity(rows.count)
            try FastStatement("SELECT row, sort_\(order.id) FROM \(R.collection.name)", in: db).each { row in
                signs[row.number(0)] = row.bytes(1).flatMap { Self.firstSign(of: $0) }
            }
            return signs
        }
        return rows.map { signs[$0] }
    }

    /// No sign of UTF-8 is longer than four bytes.
    private static func firstSign(of text: UnsafeRawBufferPointer) -> Unicode.Scalar? {
        String(decoding: text.prefix(4), as: UTF8.self).unicodeScalars.first
    }
}
