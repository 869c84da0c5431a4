import Foundation

/// Writes records as vCards of version 3.0 (RFC 2426).
public struct CardWriter: Sendable {
    private let definition: Definition

    /// Nil if the collection has no vCards.
    public init?(_ definition: Definition) {
        guard definition.hasCards else { return nil }
        self.definition = definition
    }

    static var product: String { "-//Duke Directory//EN" }

    /// The record's card, without fields that are not given.
    /// - Parameters:
    ///   - groups: the names of the groups it is in.
    ///   - withPicture: false to omit the picture.
    public func card(_ record: Record, groups: [String] = [], withPicture: Bool = true) -> String {
        let fixed = ["VERSION:3.0", "PRODID:\(Self.product)", "UID:\(CardText.escaped(record.cardUID))"]
        let name = ["FN:\(CardText.escaped(fullName(record)))"]
        // Some programs read only the first line of categories.
        let categories =
            definition.fields.filter { record[$0].isOn }.compactMap { $0.card?.category }
            + groups.filter { !definition.isCategoryOfField($0) }
        let listed = "\(VCardProperty.categories):\(categories.map(CardText.escaped).joined(separator: ","))"
        let lines =
            ["BEGIN:VCARD"] + fixed + name + properties(record, withPicture) + (categories.isEmpty ? [] : [listed])
            + ["END:VCARD"]
        return lines.map(CardText.folded).joined()
    }

    private func fullName(_ record: Record) -> String {
        let parts = definition.nameFields.sorted { $0.part > $1.part }.map { $0.field.inputText(record) }
        let name = parts.joined(separator: " ").trimmed
        // The family name comes first.
        return name.isEmpty || name.isEastAsian ? record.displayName : name
    }

    private func properties(_ record: Record, _ withPicture: Bool) -> [String] {
        var written: Set<String> = []
        return definition.fields.flatMap { field -> [String] in
            guard let mapping = field.card, !field.isPicture || withPicture else { return [] }
            if mapping.part == nil { return lines(field, mapping, record) }
            return written.insert(mapping.property).inserted ? compound(mapping, record) : []
        }
    }

    private func lines(_ field: Field, _ mapping: VCardProperty, _ record: Record) -> [String] {
        let text = field.inputText(record)
        guard !text.isEmpty else { return [] }
        switch (mapping.shape, record[field]) {
        case (.category, _): return []
        case (.picture, _):
            let base64 = text.bareBase64
            guard let data = Data(base64Encoded: base64) else { return [] }
            let type = PictureKind(data).map { ";TYPE=\($0 == .jpeg ? "JPEG" : "PNG")" } ?? ""
            return ["PHOTO;ENCODING=b\(type):\(base64)"]
        case (.list, .list(let items)): return items.map(mapping.line)
        default: return [mapping.line(text)]
        }
    }

    /// A property with parts, unless it is empty; cards must have a name.
    private func compound(_ mapping: VCardProperty, _ record: Record) -> [String] {
        var parts: [Int: String] = [:]
        for field in definition.fields {
            guard let other = field.card, other.property == mapping.property, let number = other.part else { continue }
            parts[number] = short(field, record)
        }
        guard mapping.property == "N" || parts.values.contains(where: { !$0.isEmpty }) else { return [] }
        let count = VCardProperty.parts[mapping.property] ?? (parts.keys.max() ?? 0) + 1
        return [mapping.line((0..<count).map { parts[$0] ?? "" })]
    }

    /// Choices are abbreviated as on envelopes: "NC".
    private func short(_ field: Field, _ record: Record) -> String {
        guard case .choice = field.editor else { return field.inputText(record) }
        return field.displayText(record)
    }
}
