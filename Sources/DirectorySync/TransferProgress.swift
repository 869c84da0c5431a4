import Language

/// The progress of a download.
public struct TransferProgress: Equatable, Sendable {
    /// Bytes that arrived.
    public let received: Int
    /// Bytes of the complete download, where the server reported them.
    public let expected: Int?
    /// Records read so far.
    public let records: Int

    /// Makes the progress of a download; the parameters are the properties of the same names.
    public init(received: Int = 0, expected: Int? = nil, records: Int = 0) {
        self.received = received
        self.expected = expected
        self.records = records
    }

    /// 0 to 1, or nil where the length is not known.
    public var fraction: Double? {
        guard let expected, expected > 0 else { return nil }
        return min(1, Double(received) / Double(expected))
    }

    /// "42 %", or the number of bytes so far where the length is not known.
    public var words: String { fraction.map { translated("\(Int($0 * 100)) %") } ?? Self.words(forBytes: received) }

    /// A face that brightens with the percentage.
    public var emoji: String {
        guard let fraction else { return "📡" }
        let faces = ["🥚", "🐣", "🐥", "🐤", "🐓"]
        return faces[min(faces.count - 1, Int(fraction * Double(faces.count)))]
    }

    static func words(forBytes bytes: Int) -> String {
        switch bytes {
        case ..<1000: translated(bytes, one: "\(bytes) byte", many: "\(bytes) bytes")
        case ..<1_000_000: translated("\(bytes / 1000) KB")
        default: translated("\(bytes / 1_000_000).\(bytes / 100_000 % 10) MB")
        }
    }
}
