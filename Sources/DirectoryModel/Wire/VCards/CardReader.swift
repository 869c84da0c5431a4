import Foundation
import Language

/// Reads vCards of versions 2.1, 3.0, and 4.0; a bad card does not affect the others.
///
/// Of several values, the preferred one counts, or else the first. Pictures given by URL and properties without a field
/// are skipped.
public struct CardReader: Sendable {
    private let definition: Definition
    private let names: Set<String>
    /// The properties of which a field reads only one.
    private let single: Set<String>
    /// The parts of properties that fields read.
    private let parts: [String: Set<Int>]

    /// Nil if the collection has no vCards.
    public init?(_ definition: Definition) {
        guard definition.hasCards else { return nil }
        self.definition = definition
        let mappings = definition.fields.compactMap(\.card)
        let others = ["N", "FN", "ORG", "UID", "PRODID"] + Self.kinds
        names = Set(mappings.flatMap { [$0.property] + $0.alsoFrom } + others)
            .union(definition.hasGroups ? [VCardProperty.categories] + Self.members : [])
        single = Set(mappings.filter(\.takesOne).map(\.property)).union(["ORG"])
        var parts: [String: Set<Int>] = ["N": [0, 1]]
        for mapping in mappings { if let part = mapping.part { parts[mapping.property, default: []].insert(part) } }
        self.parts = parts
    }

    private static var kinds: [String] { ["KIND", "X-ADDRESSBOOKSERVER-KIND"] }
    private static var members: [String] { ["MEMBER", "X-ADDRESSBOOKSERVER-MEMBER"] }

    /// The values in `element`, without access to local records.
    public func decode(_ element: ListElement) -> ImportedElement {
        switch element {
        case .rejected(let rejected): return ImportedElement(of: definition, rejected)
        case .whole(let bytes):
            var element = ImportedElement(of: definition) { bytes.rejectedText }
            if let card = Card(bytes, names: names) {
                add(card, to: &element)
            } else {
                element.reject(translated("it has too many lines"))
            }
            return element
        }
    }

    private func add(_ card: Card, to element: inout ImportedElement) {
        element.isOurs = card.text("PRODID") == CardWriter.product
        element.group = group(card)
        for name in Self.kinds where ["GROUP", "LOCATION", "APPLICATION"].contains(card.text(name).uppercased()) {
            return element.reject(translated("it is a \(card.text(name).lowercased())"))
        }
        for field in definition.fields {
            if let mapping = field.card { add(field, from: mapping, in: card, to: &element) }
        }
        let usesOrganization = addName(card, to: &element)
        guard element.rejected == nil else { return }
        element.unread = card.unread(besides: usesOrganization ? single.subtracting(["ORG"]) : single, parts: parts)
        element.uid = ImportedGroup.identifier(card.text("UID").plain)
        if definition.hasGroups { element.groups = groups(card, isOurs: element.isOurs) }
    }

    /// The names of the groups that a card is in, without the categories that are fields.
    private func groups(_ card: Card, isOurs: Bool) -> [String] {
        ImportedGroup.names(
            card.items(VCardProperty.categories), besides: isOurs ? [] : ImportedGroup.googleSystemGroups
        ).filter { !definition.isCategoryOfField($0) }
    }

    /// The group that a card describes, or nil for a card of a person, and where there are no groups.
    private func group(_ card: Card) -> ImportedGroup? {
        guard definition.hasGroups else { return nil }
        let isGroup = Self.kinds.contains { card.text($0).caseInsensitiveEquals("group") }
        let name = card.text("FN").plain
        guard isGroup, !name.isEmpty else { return nil }
        let members = Self.members.flatMap(card.texts)
        return ImportedGroup(name: name, members: members.map { ImportedGroup.identifier($0.plain) })
    }

    /// Reads a card that a person corrected; nil if `text` is not a card.
    public static func read(normalized text: String, of definition: Definition) -> ReadElement? {
        let bytes = Data(text.utf8)
        guard CardSplitter.isCard(start: bytes), let reader = CardReader(definition) else { return nil }
        var splitter = CardSplitter()
        var elements: [ListElement] = []
        bytes.withUnsafeBytes { splitter.push($0) { elements.append($0) } }
        splitter.finish { elements.append($0) }
        return elements.first.map { element in
            reader.decode(element).resolved { $0.isNumbered || definition.numbering == .counted ? $0.record : nil }
        }
    }

    /// Adds a name from other properties, if the card has none.
    /// - Returns: true if an organization's name is used as the person's.
    private func addName(_ card: Card, to element: inout ImportedElement) -> Bool {
        let (full, organization) = (card.text("FN").plain, (card.parts("ORG").first ?? "").plain)
        guard !element.isNamed else { return false }
        let isOrganization = !organization.isEmpty && (full.isEmpty || full == organization)
        var name = isOrganization ? definition.named(organization: organization) : []
        let usesOrganization = !name.isEmpty
        // FN may be just the title of a record without a name.
        if !usesOrganization, !full.isEmpty, !element.isCalled(full) { name = definition.named(full) }
        for (field, text) in name {
            element.add(.text(text), to: field)
            element.note(card.fault(usesOrganization ? "ORG" : "FN", in: text), of: field)
        }
        return usesOrganization
    }

    private func add(
        _ field: Field, from mapping: VCardProperty, in card: Card, to element: inout ImportedElement
    ) {
        switch mapping.shape {
        case .picture:
            let picture = card.picture
            if !picture.isEmpty { element.add(.text(picture), to: field) }
        case .list:
            let items = card.texts(mapping.property)
            if !items.isEmpty { element.add(.list(items), to: field) }
            element.note(card.fault(mapping.property, in: items.joined()), of: field)
        case .category(let name):
            let isOn = card.items(mapping.property).contains { $0.caseInsensitiveEquals(name) }
            if isOn { element.add(.flag(true), to: field) }
        case .text, .part:
            let (property, whole) = text(of: mapping, in: card, isKey: field.isKey)
            let text = element.tidied(whole, for: field)
            if !text.isEmpty { element.add(.text(text), to: field) }
            element.note(card.fault(property, in: text), of: field)
        }
    }

    /// The text of the first property that has one, and its name.
    private func text(of mapping: VCardProperty, in card: Card, isKey: Bool) -> (property: String, text: String) {
        if case .part(let number) = mapping.shape {
            let parts = card.parts(mapping.property)
            return (mapping.property, number < parts.count ? parts[number] : "")
        }
        for name in [mapping.property] + mapping.alsoFrom {
            let text = card.text(name).withoutScheme
            if !text.isEmpty { return (name, text) }
        }
        return (mapping.property, isKey ? number(ofUID: card.text("UID")) : "")
    }

    /// The number in a UID of this program, or in one that looks like a number; other UIDs belong to other programs.
    private func number(ofUID uid: String) -> String {
        guard definition.numbering == .typed else { return "" }
        let digits = uid.hasPrefix(definition.cardPrefix) ? String(uid.dropFirst(definition.cardPrefix.count)) : uid
        let isNumber = digits.utf8.count >= 7 && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
        return isNumber ? digits : ""
    }
}
