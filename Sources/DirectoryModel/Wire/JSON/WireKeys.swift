/// The keys of a collection's fields in JSON, found by their bytes in any case.
struct WireKeys: Sendable {
    /// One of a field's keys.
    struct Name: Sendable {
        /// The field's place among the fields.
        let field: Int
        /// 0 for the field's own key, then its aliases in order; the lowest that has a value counts.
        let rank: Int
    }

    /// How each field is changed, in their order.
    let editors: [Editor]
    /// True for each field that keeps one line of visible ASCII as it is sent.
    let takesPlainText: [Bool]
    /// All the keys.
    let names: [Name]
    /// The names as they are written, in lower case, and their bytes.
    private let texts: Set<String>
    private let bytes: [[UInt8]]
    /// Places of names by their hashes; -1 where a slot is free.
    private let slots: [Int]

    /// Nil where a key belongs to two fields or is not ASCII; such lists are read by `JSONDecoder` alone.
    init?<R>(_ fields: [Field<R>]) {
        let keys = fields.map { ([$0.key] + $0.aliases).map { $0.lowercased() } }
        let bytes = keys.joined().map { Array($0.utf8) }
        texts = Set(keys.joined())
        let areASCII = bytes.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0 < 0x80 } }
        guard areASCII, texts.count == bytes.count, bytes.count <= UInt64.bitWidth else { return nil }
        names = keys.enumerated().flatMap { field, keys in keys.indices.map { Name(field: field, rank: $0) } }
        var slots = [Int](repeating: -1, count: 256)
        for (place, name) in bytes.enumerated() {
            var slot = name.withUnsafeBytes(Self.hash)
            while slots[slot] >= 0 { slot = (slot + 1) & 255 }
            slots[slot] = place
        }
        (self.bytes, self.slots, editors) = (bytes, slots, fields.map(\.editor))
        takesPlainText = editors.map { $0 != .number && $0 != .decimal && $0 != .flag }
    }

    /// The place in `names` of a key of ASCII, or nil.
    func place(of key: UnsafeRawBufferPointer) -> Int? {
        guard !key.isEmpty else { return nil }
        var slot = Self.hash(key)
        while slots[slot] >= 0 {
            if Self.isSame(key, bytes[slots[slot]]) { return slots[slot] }
            slot = (slot + 1) & 255
        }
        return nil
    }

    /// True where `key` in lower case is one of the keys: a few letters beyond ASCII have a lower case in it.
    func contains(_ key: String) -> Bool { texts.contains(key.lowercased()) }

    /// Of the length and two letters, whose case does not count.
    private static func hash(_ key: UnsafeRawBufferPointer) -> Int {
        let (first, last) = (Int(key[0] | 0x20), Int(key[key.count - 1] | 0x20))
        return (key.count &* 37 &+ first &* 5 &+ last &* 11) & 255
    }

    private static func isSame(_ key: UnsafeRawBufferPointer, _ name: [UInt8]) -> Bool {
        guard key.count == name.count else { return false }
        for place in 0..<name.count {
            let byte = key[place]
            let isUpper = byte &- UInt8(ascii: "A") < 26
            if (isUpper ? byte | 0x20 : byte) != name[place] { return false }
        }
        return true
    }
}
