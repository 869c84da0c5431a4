/// Rows that are converted together.
struct RowBatch {
    private(set) var rows: [RawRow] = []
    private(set) var bytes = 0

    var isFull: Bool { rows.count >= 256 || bytes >= 256 << 10 }

    mutating func add(_ content: RawRow) {
        rows.append(content)
        bytes += content.values.bytes.count + (content.picture?.byteCount ?? 0)
    }
}
