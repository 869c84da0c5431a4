/// Reads one object in one walk over its bytes, as `JSONDecoder` and `WireObject` would.
struct JSONObjectReader {
    private let keys: JSONKeyTable
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
    init(_ keys: JSONKeyTable, address: Int?) {
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

    private mutating func value(of name: JSONKeyTable.Name, _ cursor: inout JSONCursor) -> Bool {
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

extension JSONObjectReader {
    /// The record in an element's bytes, or nil where it is for `JSONDecoder` to say what they are: it is not a record,
    /// some of its fields are broken, or its keys or numbers are written as few programs do.
    static func record<R: DirectoryRecord>(
        _ bytes: UnsafeRawBufferPointer, _ outline: ByteOutline, in definition: RecordDefinition<R>
    ) -> R? {
        guard let keys = definition.wireKeys else { return nil }
        var walk = JSONObjectReader(keys, address: definition.addressPlace)
        guard walk.read(bytes, outline), let key = walk.key(in: definition) else { return nil }
        guard
            definition.losingPlaces.allSatisfy({ place in
                walk.values[place].map(definition.fields[place].holds) ?? true
            })
        else { return nil }
        var record = R(key: key)
        for (place, value) in walk.values.enumerated() {
            if let value { definition.assigns[place]?(&record, value) }
        }
        return definition.numbering == .counted && record.identity.isEmpty ? nil : record
    }

    /// The record's number; nil where there is not one, or not one that a record can have.
    private func key<R>(in definition: RecordDefinition<R>) -> Int? {
        if definition.addressPlace != nil { return RecordID<R>.number(in: addressText) }
        switch values[0] {
        case .number(let key) where key >= 0: return key
        case nil: return definition.numbering == .counted ? 0 : nil
        default: return nil
        }
    }
}

/// The keys of a collection's fields in JSON, found by their bytes in any case.
struct JSONKeyTable: Sendable {
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
