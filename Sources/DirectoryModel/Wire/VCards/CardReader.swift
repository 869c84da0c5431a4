import Foundation
import Language

/// Reads vCards of versions 2.1, 3.0, and 4.0; a bad card does not affect the others.
///
/// Of several values, the preferred one counts, or else the first. Pictures given by URL and properties without a field
/// are skipped.
public struct CardReader<R: DirectoryRecord>: Sendable {
    private let names: Set<String>
    /// The properties of which a field reads only one.
    private let single: Set<String>
    /// The parts of properties that fields read.
    private let parts: [String: Set<Int>]

    /// Nil if the collection has no vCards.
    public init?() {
        guard R.hasCards else { return nil }
        self.init(R.fields.compactMap(\.card))
    }

    private init(_ places: [VCardAddress]) {
        names = Set(places.flatMap { [$0.property] + $0.alsoFrom } + ["N", "FN", "ORG", "UID"] + Self.kinds)
        single = Set(places.filter(\.takesOne).map(\.property)).union(["ORG"])
        var parts: [String: Set<Int>] = ["N": [0, 1]]
        for place in places { if let part = place.part { parts[place.property, default: []].insert(part) } }
        self.parts = parts
    }

    private static var kinds: [String] { ["KIND", "X-ADDRESSBOOKSERVER-KIND"] }

    /// The values in `element`, without access to local records.
    public func decode(_ element: ListElement) -> ImportedElement<R> {
        switch element {
        case .rejected(let rejected): return ImportedElement(rejected)
        case .whole(let bytes):
            var odd: [FieldBroken] = []
            do throws(RecordDecodingError) {
                let card = try Card(bytes, names: names)
                let (fields, isOrganization) = try self.fields(of: card, &odd)
                let unread = card.unread(besides: isOrganization ? single.subtracting(["ORG"]) : single, parts: parts)
                let uid = (try? card.text("UID").plain) ?? ""
                return ImportedElement(fields, odd: odd, unread: unread, uid: uid) { bytes.rejectedText }
            } catch {
                return ImportedElement(RejectedElement(reason: error.sentence(about: R.self), bytes: bytes))
            }
        }
    }

    /// Reads a card that a person corrected; nil if `text` is not a card.
    public static func read(normalized text: String) -> ReadElement<R>? {
        let bytes = Data(text.utf8)
        guard CardSplitter.isCard(start: bytes), let reader = CardReader() else { return nil }
        var splitter = CardSplitter()
        var elements: [ListElement] = []
        bytes.withUnsafeBytes { splitter.push($0) { elements.append($0) } }
        splitter.finish { elements.append($0) }
        return elements.first.map { element in
            reader.decode(element).placed { $0.isNumbered || R.definition.numbering == .counted ? $0.record : nil }
        }
    }

    /// The fields, and whether an organization's name is used as the person's.
    private func fields(
        of card: Card, _ odd: inout [FieldBroken]
    ) throws(RecordDecodingError) -> ([ImportedField<R>], isOrganization: Bool) {
        for name in Self.kinds where ["GROUP", "LOCATION", "APPLICATION"].contains(try card.text(name).uppercased()) {
            throw RecordDecodingError(reason: translated("it is a \(try card.text(name).lowercased())"))
        }
        var imported: [ImportedField<R>] = []
        for field in R.fields {
            guard let place = field.card, let value = try value(of: field, at: place, in: card, &odd) else { continue }
            imported.append(value)
        }
        let isNamed = imported.contains { $0.field.card?.property == "N" }
        let (full, organization) = (try card.text("FN").plain, (try card.parts("ORG").first ?? "").plain)
        if !isNamed, !organization.isEmpty, full.isEmpty || full == organization {
            let name = try R.named(organization: organization).map { part throws(RecordDecodingError) in
                try ImportedField(part.field, .text(part.text))
            }
            if !name.isEmpty { return (imported + name, true) }
        }
        return (try imported + name(in: card, besides: imported), false)
    }

    private func value(
        of field: Field<R>, at place: VCardAddress, in card: Card, _ odd: inout [FieldBroken]
    ) throws(RecordDecodingError) -> ImportedField<R>? {
        switch place.shape {
        case .picture:
            let picture = card.picture
            return picture.isEmpty ? nil : try .unlessOdd(field, .text(picture), &odd)
        case .list:
            let items = try card.texts(place.property)
            return items.isEmpty ? nil : try .unlessOdd(field, .list(items), &odd)
        case .category(let name):
            let isOn = try card.items(place.property).contains { $0.caseInsensitiveEquals(name) }
            return isOn ? try ImportedField(field, .flag(true)) : nil
        case .text, .part:
            let text = field.tidied(try text(at: place, in: card, isKey: field.isKey), &odd)
            return text.isEmpty ? nil : try .unlessOdd(field, .text(text), &odd)
        }
    }

    private func text(at place: VCardAddress, in card: Card, isKey: Bool) throws(RecordDecodingError) -> String {
        if case .part(let number) = place.shape {
            let parts = try card.parts(place.property)
            return number < parts.count ? parts[number] : ""
        }
        for name in [place.property] + place.alsoFrom {
            let text = withoutScheme(try card.text(name))
            if !text.isEmpty { return text }
        }
        return isKey ? number(ofUID: try card.text("UID")) : ""
    }

    /// Removes the scheme of a URI, even if it is repeated.
    private func withoutScheme(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: ":")) else { return text }
        var rest = Substring(text)
        while let scheme = rest.prefixMatch(of: /\s*(?i:tel|mailto):/) { rest = rest[scheme.range.upperBound...] }
        return String(rest)
    }

    /// The number in a UID of this program, or in one that looks like a number; other UIDs belong to other programs.
    private func number(ofUID uid: String) -> String {
        guard R.definition.numbering == .typed else { return "" }
        let digits = uid.hasPrefix(R.cardPrefix) ? String(uid.dropFirst(R.cardPrefix.count)) : uid
        let isNumber = digits.utf8.count >= 7 && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
        return isNumber ? digits : ""
    }

    /// The name in FN if N is empty, unless FN is just the title of a record without a name.
    private func name(in card: Card, besides imported: [ImportedField<R>]) throws(RecordDecodingError)
        -> [ImportedField<R>]
    {
        let full = try card.text("FN").plain
        let key = imported.first { $0.field.isKey }.flatMap { Int($0.kept.text) } ?? 0
        guard !full.isEmpty, !imported.contains(where: { $0.field.card?.property == "N" }),
            ![R(key: key), .unsaid(key: key)].contains(where: { $0.with(imported).displayName.plain == full })
        else { return [] }
        return try R.named(full).map { part throws(RecordDecodingError) in
            try ImportedField(part.field, .text(part.text))
        }
    }
}
