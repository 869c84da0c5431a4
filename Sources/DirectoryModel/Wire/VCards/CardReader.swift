import Foundation
import Language

/// Reads vCards of the versions 2.1, 3.0 and 4.0 into records; a bad one costs only itself.
///
/// What the card says is held against the fields' rules; of several addresses, numbers or pictures the preferred one
/// counts, or else the first. Pictures that only an address is given of, and properties that no field stands in, are
/// passed over.
public struct CardReader<R: DirectoryRecord>: Sendable {
    private let names: Set<String>

    /// Nil where the collection's records cannot stand in cards.
    public init?() {
        guard R.hasCards else { return nil }
        let places = R.fields.compactMap(\.card)
        names = Set(places.flatMap { [$0.property] + $0.alsoFrom } + ["N", "FN", "UID"] + Self.kinds)
    }

    private static var kinds: [String] { ["KIND", "X-ADDRESSBOOKSERVER-KIND"] }

    /// The record `element` holds, or the element set aside with its reason.
    /// - Parameters:
    ///   - element: the vCard.
    ///   - here: the record that is the same one here, or else the one it was given, under its number; nil where it has
    ///     none. What the card does not say stays as it is there.
    public func read<Failure: Error>(
        _ element: CardElement, onto here: (ImportedRecord<R>) throws(Failure) -> R?
    ) throws(Failure) -> ReadElement<R> {
        switch element {
        case .whole(let bytes):
            let fields: [ImportedField<R>]
            var odd: [OddField] = []
            do throws(NotARecord) { fields = try self.fields(of: Card(bytes, names: names), &odd) } catch {
                return .rejected(rejected(error.sentence(about: R.self), bytes))
            }
            switch try ReadElement<R>.placing(fields, onto: here) {
            case .success(let record):
                guard let first = odd.first else { return .record(record) }
                let reason = first.reason.sentence(about: R.self)
                return .partly(record, unread: Set(odd.map(\.key)), rejected(reason, bytes))
            case .failure(let reason): return .rejected(rejected(reason.sentence(about: R.self), bytes))
            }
        case .unfinished(let bytes): return .rejected(rejected(translated("The card has no end."), bytes))
        case .tooLarge(let start): return .rejected(rejected(translated("The card is larger than 4 MB."), start))
        case .outside(let bytes): return .rejected(rejected(translated("It stands in no card."), bytes))
        }
    }

    /// The record that a card somebody mended holds, or why it holds none; nil where `text` is no card.
    public static func read(normalized text: String) -> ReadElement<R>? {
        let bytes = Data(text.utf8)
        guard CardSplitter.isCard(start: bytes), let reader = CardReader() else { return nil }
        var splitter = CardSplitter()
        var elements: [CardElement] = []
        bytes.withUnsafeBytes { splitter.push($0) { elements.append($0) } }
        splitter.finish { elements.append($0) }
        return elements.first.map { element in
            reader.read(element) { $0.isNumbered || R.numbering == .counted ? $0.record : nil }
        }
    }

    private func rejected(_ reason: String, _ bytes: Data) -> RejectedElement {
        RejectedElement(reason: reason, raw: String(decoding: bytes.prefix(RejectedElement.longestRaw), as: UTF8.self))
    }

    private func fields(of card: Card, _ odd: inout [OddField]) throws(NotARecord) -> [ImportedField<R>] {
        for name in Self.kinds where ["GROUP", "LOCATION", "APPLICATION"].contains(try card.text(name).uppercased()) {
            throw NotARecord(reason: translated("it is a \(try card.text(name).lowercased())"))
        }
        var imported: [ImportedField<R>] = []
        for field in R.fields {
            guard let place = field.card, let value = try value(of: field, at: place, in: card, &odd) else { continue }
            imported.append(value)
        }
        return try imported + name(in: card, besides: imported)
    }

    private func value(
        of field: Field<R>, at place: CardPlace, in card: Card, _ odd: inout [OddField]
    ) throws(NotARecord) -> ImportedField<R>? {
        switch place.shape {
        case .picture:
            let picture = card.picture
            return picture.isEmpty ? nil : try ImportedField(field, .text(picture))
        case .list:
            let items = try card.texts(place.property)
            return items.isEmpty ? nil : try ImportedField(field, .list(items))
        case .category(let name):
            let isOn = try card.items(place.property).contains { $0.caseInsensitiveEquals(name) }
            return isOn ? try ImportedField(field, .flag(true)) : nil
        case .text, .part:
            let text = field.tidy(try text(at: place, in: card, isKey: field.isKey))
            return text.isEmpty ? nil : try .unlessOdd(field, .text(text), &odd)
        }
    }

    private func text(at place: CardPlace, in card: Card, isKey: Bool) throws(NotARecord) -> String {
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

    /// The number or address in a URI, even where somebody wrote the scheme twice, or what cannot be seen in it.
    private func withoutScheme(_ text: String) -> String {
        let unseen: Set<Unicode.GeneralCategory> = [.control, .format]
        let seen = String(
            String.UnicodeScalarView(text.unicodeScalars.filter { !unseen.contains($0.properties.generalCategory) }))
        var rest = Substring(seen)
        while let scheme = rest.prefixMatch(of: /\s*(?i:tel|mailto):/) { rest = rest[scheme.range.upperBound...] }
        return rest.count == seen.count ? text : String(rest)
    }

    /// The number in a UID of ours, or one that is a number as people type them here; others are other programs' own.
    private func number(ofUID uid: String) -> String {
        guard R.numbering == .typed else { return "" }
        let digits = uid.hasPrefix(R.cardPrefix) ? String(uid.dropFirst(R.cardPrefix.count)) : uid
        let isNumber = digits.utf8.count >= 7 && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
        return isNumber ? digits : ""
    }

    /// The name out of FN, where N gives none, and FN is no more than what we call a record without one.
    private func name(in card: Card, besides imported: [ImportedField<R>]) throws(NotARecord) -> [ImportedField<R>] {
        let full = try card.text("FN").plain
        let key = imported.first { $0.field.isKey }.flatMap { Int($0.kept.text) } ?? 0
        let fields = R.fields.filter { $0.card?.property == "N" }
        guard !full.isEmpty, !imported.contains(where: { $0.field.card?.property == "N" }),
            ![R(key: key), .unsaid(key: key)].contains(where: { $0.with(imported).displayName.plain == full })
        else { return [] }
        let words = full.split(separator: " ")
        let parts =
            words.count > 1
            ? [words.last.map(String.init) ?? "", words.dropLast().joined(separator: " ")] : ["", full]
        var name: [ImportedField<R>] = []
        for field in fields {
            guard case .part(let number) = field.card?.shape, number < 2, !parts[number].isEmpty else { continue }
            name.append(try ImportedField(field, .text(parts[number])))
        }
        return name
    }
}
