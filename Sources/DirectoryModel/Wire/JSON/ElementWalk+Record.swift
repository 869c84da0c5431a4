extension ElementWalk {
    /// The record in an element's bytes, or nil where it is for `JSONDecoder` to say what they are: it is not a record,
    /// some of its fields are broken, or its keys or numbers are written as few programs do.
    static func record<R: DirectoryRecord>(
        _ bytes: UnsafeRawBufferPointer, _ outline: ByteOutline, in definition: RecordDefinition<R>
    ) -> R? {
        guard let keys = definition.wireKeys else { return nil }
        var walk = ElementWalk(keys, address: definition.addressPlace)
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
