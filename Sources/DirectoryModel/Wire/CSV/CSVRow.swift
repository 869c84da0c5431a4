/// One row of a table of comma separated values.
public struct CSVRow: Equatable, Sendable {
    /// The cells without the quotes around them; nil where the bytes are not text or too many.
    public let cells: [String]?
    /// True where the row has too many bytes.
    public let isTooLarge: Bool
    /// True where there are more cells than a table can have.
    public let hasTooManyCells: Bool
    /// The text of the row; at most its first 64 KB.
    public let raw: String
}

extension CSVRow {
    /// The row of these bytes, which are UTF-8, or otherwise all of them Windows-1252.
    init(cells: [[UInt8]]?, raw: [UInt8], isTooLarge: Bool, hasTooManyCells: Bool) {
        let start = raw.prefix(RejectedElement.longestRaw)
        let asItStands = String(decoding: start, as: UTF8.self)
        let utf8 = Self.texts(cells) { String(validating: $0, as: UTF8.self) }
        let other = utf8 == nil ? Self.texts(cells) { Windows1252.text($0) } : nil
        self.init(
            cells: utf8 ?? other, isTooLarge: isTooLarge, hasTooManyCells: hasTooManyCells,
            raw: other == nil ? asItStands : Windows1252.text(start) ?? asItStands)
    }

    /// The text of every cell; nil where one of them is not text.
    private static func texts(_ cells: [[UInt8]]?, _ text: ([UInt8]) -> String?) -> [String]? {
        guard let cells else { return nil }
        let texts = cells.compactMap(text)
        return texts.count == cells.count ? texts : nil
    }
}
