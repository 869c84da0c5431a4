/// Reads an object in one pass, with the same result as `JSONDecoder` and `WireObject`.
struct JSONObjectReader {
    private let keys: JSONKeyTable
    private let address: Int?
    /// A bit for each key that was found.
    private var seen: UInt64 = 0
    /// The rank of the key of each value.
    private var ranks: [Int]
    /// The values of the fields, in their order.
    private(set) var values: [FieldValue?]
    private(set) var addressText = ""

    /// - Parameter address: the index of the field with the record's address, or nil.
    init(_ keys: JSONKeyTable, address: Int?) {
        (self.keys, self.address) = (keys, address)
        ranks = Array(repeating: .max, count: keys.editors.count)
        values = Array(repeating: nil, count: keys.editors.count)
    }

    /// - Returns: false if `JSONDecoder` must decide; the values are then invalid.
    mutating func read(_ bytes: UnsafeRawBufferPointer, _ outline: ByteOutline) -> Bool {
        var cursor = JSONCursor(bytes, outline)
        guard cursor.peek() == UInt8(ascii: "{") else { return false }
        return cursor.parts(UInt8(ascii: "}")) { member(&$0) } && cursor.isAtEnd()
    }

    private mutating func member(_ cursor: inout JSONCursor) -> Bool {
        guard let key = cursor.quoted(), cursor.take(UInt8(ascii: ":")), !key.hasEscapes else { return false }
        guard let index = keys.index(of: key.bytes) else {
            return isForeign(key, cursor) && cursor.skip()
        }
        // `JSONDecoder` chooses between keys that differ only in case.
        guard seen & (1 << UInt64(index)) == 0 else { return false }
        seen |= 1 << UInt64(index)
        return value(of: keys.names[index], &cursor)
    }

    /// False for an invalid key, or one that matches a field's key only in lower case.
    private func isForeign(_ key: JSONCursor.Quoted, _ cursor: JSONCursor) -> Bool {
        guard !cursor.outline.isPlain else { return true }
        return cursor.text(key).map { $0.isPlain || !keys.contains($0.text) } ?? false
    }

    private mutating func value(of name: JSONKeyTable.Name, _ cursor: inout JSONCursor) -> Bool {
        guard let (value, isPlain) = Self.value(&cursor) else { return false }
        guard case .value(let sent) = value, name.rank < ranks[name.field] else { return true }
        let isReady = isPlain && keys.takesPlainText[name.field]
        guard let converted = isReady ? sent : keys.editors[name.field].fieldValue(of: value) else { return false }
        ranks[name.field] = name.rank
        values[name.field] = converted
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
    /// The record, or nil if `JSONDecoder` must decide: the element is not a record, has broken fields, or is written
    /// in an unusual way.
    static func record(
        _ bytes: UnsafeRawBufferPointer, _ outline: ByteOutline, in definition: Definition
    ) -> Record? {
        guard let keys = definition.wireKeys else { return nil }
        var walk = JSONObjectReader(keys, address: definition.address?.index)
        guard walk.read(bytes, outline), let key = walk.key(in: definition) else { return nil }
        guard
            definition.strictFields.allSatisfy({ index in
                walk.values[index].map(definition.fields[index].holds) ?? true
            })
        else { return nil }
        var record = Record(definition, key: key)
        for (field, value) in zip(definition.fields, walk.values) {
            if let value { record[field] = value }
        }
        return definition.numbering == .counted && definition.identity(record).isEmpty ? nil : record
    }

    private func key(in definition: Definition) -> Int? {
        if definition.address != nil { return definition.number(in: addressText) }
        switch values[0] {
        case .number(let key) where key >= 0: return key
        case nil: return definition.numbering == .counted ? 0 : nil
        default: return nil
        }
    }
}

extension Record {
    /// Reads what `JSONText` wrote of a stored record, without converting values; nil if it is no such text.
    package init?(_ definition: Definition, key: Int, stored json: String) {
        self.init(definition, key: key)
        var json = json
        let values = json.withUTF8 { text -> [(Field, FieldValue)]? in
            let bytes = UnsafeRawBufferPointer(text)
            var cursor = JSONCursor(bytes, ByteOutline(bytes))
            var values: [(Field, FieldValue)] = []
            guard cursor.peek() == UInt8(ascii: "{") else { return nil }
            let isObject = cursor.parts(UInt8(ascii: "}")) { cursor in
                guard let name = cursor.storedText(), cursor.take(UInt8(ascii: ":")), let value = cursor.storedValue()
                else { return false }
                if let field = definition.fields.first(where: { $0.key == name }) { values.append((field, value)) }
                return true
            }
            return isObject ? values : nil
        }
        guard let values else { return nil }
        for (field, value) in values { self[field] = value }
    }
}

extension JSONCursor {
    fileprivate mutating func storedText() -> String? { quoted().flatMap(text)?.text }

    /// A value as `JSONText` writes it, or nil.
    fileprivate mutating func storedValue() -> FieldValue? {
        switch peek() {
        case UInt8(ascii: "\""): return storedText().map(FieldValue.text)
        case UInt8(ascii: "["):
            var items: [String] = []
            let isList = parts(UInt8(ascii: "]")) { cursor in
                guard let item = cursor.storedText() else { return false }
                items.append(item)
                return true
            }
            return isList ? .list(items) : nil
        default:
            let text = String(decoding: bare(), as: UTF8.self)
            if text == "true" || text == "false" { return .flag(text == "true") }
            if text == "null" { return .absent }
            return Int(text).map(FieldValue.number) ?? Double(text).map(FieldValue.decimal)
        }
    }
}

/// The JSON keys of a collection's fields, found by their bytes in any case.
struct JSONKeyTable: Sendable {
    /// The index of a key's field, and its rank: 0 for the field's own key, then the indices of its aliases. The lowest
    /// rank with a value counts.
    typealias Name = (field: Int, rank: Int)

    /// The editors of the fields.
    let editors: [Editor]
    /// True for fields that store printable ASCII unchanged.
    let takesPlainText: [Bool]
    let names: [Name]
    /// The keys in lower case, and their bytes.
    private let texts: Set<String>
    private let bytes: [[UInt8]]
    /// A hash table of indices of names; -1 for free slots.
    private let slots: [Int]

    /// Nil if keys are not unique ASCII; such lists are read by `JSONDecoder` alone.
    init?(_ fields: [Field]) {
        let keys = fields.map { ([$0.key] + $0.aliases).map { $0.lowercased() } }
        let bytes = keys.joined().map { Array($0.utf8) }
        texts = Set(keys.joined())
        let areASCII = bytes.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0 < 0x80 } }
        guard areASCII, texts.count == bytes.count, bytes.count <= UInt64.bitWidth else { return nil }
        names = keys.enumerated().flatMap { field, keys in keys.indices.map { (field, $0) } }
        var slots = [Int](repeating: -1, count: 256)
        for (index, name) in bytes.enumerated() {
            var slot = name.withUnsafeBytes(Self.hash)
            while slots[slot] >= 0 { slot = (slot + 1) & 255 }
            slots[slot] = index
        }
        (self.bytes, self.slots, editors) = (bytes, slots, fields.map(\.editor))
        takesPlainText = editors.map { $0 != .number && $0 != .decimal && $0 != .flag }
    }

    /// The index in `names` of an ASCII key, or nil.
    func index(of key: UnsafeRawBufferPointer) -> Int? {
        guard !key.isEmpty else { return nil }
        var slot = Self.hash(key)
        while slots[slot] >= 0 {
            if Self.isSame(key, bytes[slots[slot]]) { return slots[slot] }
            slot = (slot + 1) & 255
        }
        return nil
    }

    /// True if `key` is one of the keys in lower case; a few non-ASCII letters have an ASCII lowercase.
    func contains(_ key: String) -> Bool { texts.contains(key.lowercased()) }

    /// Case-insensitive.
    private static func hash(_ key: UnsafeRawBufferPointer) -> Int {
        let (first, last) = (Int(key[0] | 0x20), Int(key[key.count - 1] | 0x20))
        return (key.count &* 37 &+ first &* 5 &+ last &* 11) & 255
    }

    private static func isSame(_ key: UnsafeRawBufferPointer, _ name: [UInt8]) -> Bool {
        guard key.count == name.count else { return false }
        for index in 0..<name.count {
            let byte = key[index]
            let isUpper = byte &- UInt8(ascii: "A") < 26
            if (isUpper ? byte | 0x20 : byte) != name[index] { return false }
        }
        return true
    }
}
