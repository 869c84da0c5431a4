/// Reads one object in one walk over its bytes, as `JSONDecoder` and `WireObject` would.
struct ElementWalk {
    private let keys: WireKeys
    private let address: Int?
    /// The keys that came, a bit each.
    private var seen: UInt64 = 0
    /// The ranks of the keys that the values came under.
    private var ranks: [Int]
    /// The fields' values, in their order; nil where a field does not have one.
    private(set) var values: [FieldValue?]
    /// The text of the record's address.
    private(set) var addressText = ""

    /// - Parameters:
    ///   - keys: the keys of the record's fields.
    ///   - address: the place of the field that contains the record's address, or nil.
    init(_ keys: WireKeys, address: Int?) {
        (self.keys, self.address) = (keys, address)
        ranks = Array(repeating: .max, count: keys.editors.count)
        values = Array(repeating: nil, count: keys.editors.count)
    }

    /// Reads the object in `bytes`.
    /// - Returns: false where it is for `JSONDecoder` to say what they are; then the values do not count.
    mutating func read(_ bytes: UnsafeRawBufferPointer, _ outline: ByteOutline) -> Bool {
        var cursor = JSONCursor(bytes, outline)
        guard cursor.peek() == UInt8(ascii: "{") else { return false }
        return cursor.parts(UInt8(ascii: "}")) { member(&$0) } && cursor.isAtEnd()
    }

    private mutating func member(_ cursor: inout JSONCursor) -> Bool {
        guard let key = cursor.quoted(), cursor.take(UInt8(ascii: ":")), !key.hasEscapes else { return false }
        guard let place = keys.place(of: key.bytes) else {
            return isForeign(key, cursor) && cursor.skip()
        }
        // Of two that differ in case only, the decoder chooses.
        guard seen & (1 << UInt64(place)) == 0 else { return false }
        seen |= 1 << UInt64(place)
        return value(of: keys.names[place], &cursor)
    }

    /// False for a key that is not text, or has letters that are those of a field's key in lower case.
    private func isForeign(_ key: JSONCursor.Quoted, _ cursor: JSONCursor) -> Bool {
        guard !cursor.outline.isPlain else { return true }
        return cursor.text(key).map { $0.isPlain || !keys.contains($0.text) } ?? false
    }

    private mutating func value(of name: WireKeys.Name, _ cursor: inout JSONCursor) -> Bool {
        guard let (value, isPlain) = Self.value(&cursor) else { return false }
        guard case .value(let sent) = value, name.rank < ranks[name.field] else { return true }
        let isReady = isPlain && keys.takesPlainText[name.field]
        guard let kept = isReady ? sent : keys.editors[name.field].fieldValue(of: value) else { return false }
        ranks[name.field] = name.rank
        values[name.field] = kept
        if name.field == address { addressText = value.text ?? "" }
        return true
    }

    private static func value(_ cursor: inout JSONCursor) -> (WireValue, isPlain: Bool)? {
        guard cursor.peek() == UInt8(ascii: "[") else { return scalar(&cursor) }
        var items: [String] = []
        let isList = cursor.parts(UInt8(ascii: "]")) { cursor in
            guard let item = scalar(&cursor)?.0 else { return false }
            if let text = item.text?.trimmed, !text.isEmpty { items.append(text) }
            return true
        }
        return isList ? (.value(.list(items)), false) : nil
    }

    private static func scalar(_ cursor: inout JSONCursor) -> (WireValue, isPlain: Bool)? {
        guard cursor.peek() == UInt8(ascii: "\"") else { return WireValue(bare: cursor.bare()).map { ($0, false) } }
        guard let (text, isPlain) = cursor.quoted().flatMap(cursor.text) else { return nil }
        return (.value(.text(text)), isPlain)
    }
}
