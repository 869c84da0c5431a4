public import Foundation
import Language

extension Definition {
    /// Reads the definition of a collection that is stored only on this computer.
    /// - Parameters:
    ///   - json: the content of `file`.
    ///   - isTaken: whether a name cannot be that of a collection.
    public convenience init(
        json: Data, file: String, isTaken: (String) -> Bool
    ) throws(DefinitionFileError) {
        let read: DefinitionFile
        do throws(DefinitionProblem) { read = try DefinitionFile(DefinitionValue(json), isTaken) } catch {
            throw DefinitionFileError(error, in: json, file)
        }
        self.init(
            read.collection, numbering: .counted, fields: read.fields, identifiers: read.identifiers.map(\.key),
            orders: read.orders.map { $0.order(before: read.title) },
            groupings: read.groupings.map { $0.grouping(isTitle: $0.key == read.title.key) } + [.none],
            identity: read.identity, presentation: read.presentation, hasGroups: true)
    }
}

/// What a definition file contains.
struct DefinitionFile {
    let collection: CollectionInfo
    let fields: [Field]
    let title: Field
    let subtitle: [Field]
    let detail: [Field]
    let orders: [Field]
    let groupings: [Field]
    let identifiers: [Field]

    init(_ file: DefinitionValue, _ isTaken: (String) -> Bool) throws(DefinitionProblem) {
        let members = try file.members(
            [
                "name", "title", "one", "many", "fields", "rowTitle", "icon", "rowSubtitle", "rowDetail", "orders",
                "groupings", "identifiers",
            ], required: 6)
        collection = try Self.collection(members, isTaken)
        let fields = try Self.fields(try members["fields"]?.list() ?? [])
        let known = TextFields(all: fields.dropFirst().filter { !$0.isPicture })
        title = try members["rowTitle"].map { value throws(DefinitionProblem) in try known.field(value) } ?? fields[0]
        subtitle = try known.list(members["rowSubtitle"])
        detail = try known.list(members["rowDetail"])
        orders = try members["orders"] == nil ? [title] : known.list(members["orders"])
        groupings = try known.list(members["groupings"])
        identifiers = try known.list(members["identifiers"])
        if let value = members["identifiers"], !known.all.contains(where: { $0.editor == .text(.name) }) {
            throw value.problem(translated("requires a field of the kind “name”, which records are compared by"))
        }
        self.fields = fields.map { [title] in $0.key == title.key ? $0.required() : $0 }
    }

    private static func collection(
        _ members: [String: DefinitionValue], _ isTaken: (String) -> Bool
    ) throws(DefinitionProblem) -> CollectionInfo {
        func text(_ key: String) throws(DefinitionProblem) -> String { try members[key]?.text() ?? "" }
        if let name = members["name"], isTaken(try name.word(isLowercase: true)) {
            throw name.problem(translated("is “\(try name.text())”, which is taken; choose another name"))
        }
        let (one, many) = (try text("one"), try text("many"))
        return CollectionInfo(
            name: try text("name"), title: LocalizedString(english: try text("title")),
            one: LocalizedString(english: one), many: LocalizedString(english: many),
            selectTitle: LocalizedString("Select a Record"),
            iconName: try members["icon"]?.text() ?? "view-list-symbolic"
        ) { "\($0) \($0 == 1 ? one : many)" }
    }

    private static func fields(_ values: [DefinitionValue]) throws(DefinitionProblem) -> [Field] {
        var fields = [Field(key: "id", token: "id", label: LocalizedString("Number"))]
        for value in values {
            if fields.count == maxFields {
                throw value.problem(translated("is one too many; a record has at most \(maxFields - 1) fields"))
            }
            fields.append(try Field(value, after: fields))
        }
        return fields
    }

    /// What all versions of a record share.
    var identity: @Sendable (Record) -> String {
        let fields = [title] + subtitle + identifiers
        return { record in
            let texts = fields.map { $0.displayText(record) }
            return texts[0].isEmpty ? "" : Folding.text(texts.joined(separator: "\u{1F}"))
        }
    }

    var presentation: Presentation {
        let (title, subtitle, detail, one) = (title, subtitle, detail, collection.one)
        let group = groupings.first ?? title
        let iconGroup: @Sendable (Record) -> String = { group.displayText($0) }
        @Sendable func texts(_ fields: [Field], of record: Record) -> [String] {
            fields.map { $0.displayText(record) }.filter { !$0.isEmpty }
        }
        return Presentation(
            name: { record in
                let name = title.displayText(record)
                return name.isEmpty ? "\(one) \(record.key)" : name
            },
            subtitle: { texts(subtitle, of: $0).joined(separator: ", ") },
            detail: { texts(detail, of: $0).joined(separator: " · ") },
            savesOnlyValid: true, iconGroup: fields.contains(where: \.isPicture) ? nil : iconGroup)
    }

    /// With the number. Readers note in 64 bits which fields a record gives.
    private static var maxFields: Int { 64 }
}

/// The fields that can be shown as text, which other members of a definition file name by their keys.
private struct TextFields {
    let all: [Field]

    func field(_ value: DefinitionValue) throws(DefinitionProblem) -> Field {
        let key = try value.text()
        if let field = all.first(where: { $0.key == key }) { return field }
        throw value.problem(translated("is “\(key)”, which is no field that can be shown as text"))
    }

    /// The fields in a list; none if it is nil.
    func list(_ value: DefinitionValue?) throws(DefinitionProblem) -> [Field] {
        var named: [Field] = []
        for value in try value?.list() ?? [] {
            let field = try field(value)
            if named.contains(where: { $0.key == field.key }) { throw value.problem(translated("appears twice")) }
            named.append(field)
        }
        return named
    }
}

extension Field {
    /// Reads a field of a definition file.
    fileprivate init(_ value: DefinitionValue, after others: [Field]) throws(DefinitionProblem) {
        let members = try value.members(
            ["key", "label", "token", "kind", "rule", "min", "max", "choices", "required", "table"], required: 2)
        let kind = try members["kind"]?.text(oneOf: Kind.allCases.map(\.rawValue)) ?? ""
        try self.init(members, Kind(rawValue: kind) ?? .text)
        index = others.count
        for (key, text) in [("key", self.key), ("token", token ?? ""), ("label", label)] where !text.isEmpty {
            let value = members[key] ?? value
            let word = text.lowercased()
            let isRepeated = others.contains { other in
                key == "label"
                    ? other.label.lowercased() == word
                    : [other.key, other.token].contains { $0?.lowercased() == word }
            }
            if isRepeated { throw value.problem(translated("is “\(text)”, which another field has")) }
            let isReserved = key == "key" && Self.reservedKeys.contains(word) && !(isPicture && word == "picture")
            if key != "label" && SearchKey.reserved.contains(word) || isReserved {
                throw value.problem(translated("is “\(text)”, which the program uses itself"))
            }
        }
        if isPicture, others.contains(where: \.isPicture) {
            throw value.problem(translated("is a second picture; a record has one"))
        }
    }

    /// The columns that every table of records has, and what sections and groups are called.
    private static let reservedKeys: Set = ["row", "hash", "picture", "position", "raw", "key", "collection", "none"]

    private enum Kind: String, CaseIterable {
        case text, name, shared, email, phone, number, decimal, flag, choice, list, date, picture

        /// True if `min` and `max` limit its values or the number of its characters.
        var hasLimits: Bool { isText || self == .number || self == .decimal }
        var isText: Bool { [.text, .name, .shared].contains(self) }
    }

    private init(_ members: [String: DefinitionValue], _ kind: Kind) throws(DefinitionProblem) {
        func refuse(_ key: String, unless isUsed: Bool) throws(DefinitionProblem) {
            if let value = members[key], !isUsed {
                throw value.problem(translated("cannot be used with the kind “\(kind.rawValue)”"))
            }
        }
        for key in ["min", "max"] { try refuse(key, unless: kind.hasLimits) }
        try refuse("rule", unless: kind.isText)
        try refuse("choices", unless: kind == .choice)
        try refuse("token", unless: kind != .picture)
        var field = try Self.field(members, kind)
        if try members["required"]?.flag() == true { field = field.required() }
        if try members["table"]?.flag() ?? (kind != .picture) { field = field.inTable() }
        self = field
    }

    private static func field(
        _ members: [String: DefinitionValue], _ kind: Kind
    ) throws(DefinitionProblem) -> Field {
        let key = try members["key"]?.word() ?? ""
        let label = LocalizedString(english: try members["label"]?.text() ?? "")
        let token = try members["token"]?.word(isLowercase: true) ?? key
        let limits = try limits(members, maxCharacters: kind.isText ? (kind == .text ? 1000 : 100) : nil)
        let counts = limits.map { Int($0.lowerBound)...Int($0.upperBound) }
        func made(_ stored: FieldKind = .text, _ editor: Editor? = nil, _ rule: Rule? = nil) -> Field {
            Field(key, stored, token: token, label: label, editor: editor, rule: rule).word(key.lowercased())
        }
        switch kind {
        case .text, .name, .shared:
            let style: TextStyle = kind == .text ? .plain : kind == .name ? .name : .shared
            return made(.text, .text(style), try rule(members, counts ?? 0...100))
        case .email: return made(.text, .text(.email), .email).tidied(ImportNormalizer.email).columns(.email)
        case .phone: return made(.text, .text(.phone), .phone).tidied(ImportNormalizer.phone).columns(.phone)
        case .number: return made(.optional(.number), nil, counts.map(Rule.number(in:)))
        case .decimal: return made(.optional(.decimal), nil, limits.map(Rule.decimal(in:)))
        case .flag: return made(.flag).unset("no").formatted { $0.isOn ? translated("yes") : $0.text }
        case .choice:
            let options = try options(members)
            // An unknown value is unchanged, so that a choice can be renamed in the file.
            let unset = ChoiceOption(value: "", label: translated("Not Set"), shortLabel: "")
            return made(.text, .choice([unset] + options), .oneOf(options))
        case .list: return made(.list)
        case .date: return made(.text, .text(.plain), .date)
        case .picture: return Field(key, token: nil, label: label, editor: .picture, rule: .picture)
        }
    }

    /// The range from `min` to `max`; nil for numbers of any size.
    /// - Parameter maxCharacters: how many characters texts have at most; nil for numbers.
    private static func limits(
        _ members: [String: DefinitionValue], maxCharacters: Double?
    ) throws(DefinitionProblem) -> ClosedRange<Double>? {
        let (least, most) = (try members["min"]?.number(), try members["max"]?.number())
        guard let value = members["max"] ?? members["min"] else { return maxCharacters.map { 0...$0 } }
        guard let low = least ?? maxCharacters.map({ _ in 0 }), let high = most ?? maxCharacters else {
            throw value.problem(translated("requires “min” and “max”"))
        }
        let widest = maxCharacters.map { 0...$0 } ?? -1e15...1e15
        guard low <= high else { throw value.problem(translated("is less than “min”")) }
        guard widest.contains(low), widest.contains(high) else {
            throw value.problem(
                translated("must be a range within \(Int(widest.lowerBound)) to \(Int(widest.upperBound))"))
        }
        return low...high
    }

    private static func rule(
        _ members: [String: DefinitionValue], _ counts: ClosedRange<Int>
    ) throws(DefinitionProblem) -> Rule {
        let length = Rule.line(from: counts.lowerBound, to: counts.upperBound)
        return switch try members["rule"]?.text(oneOf: ["letters", "lettersAndDigits", "netid"]) {
        case "letters": .letters(atLeast: 1).and(length)
        case "lettersAndDigits": .lettersAndDigits(atLeast: 1).and(length)
        case "netid": .netid.and(length)
        default: length
        }
    }

    private static func options(_ members: [String: DefinitionValue]) throws(DefinitionProblem) -> [ChoiceOption] {
        var options: [ChoiceOption] = []
        for value in try members["choices"]?.list() ?? [] {
            let text = try value.text()
            if options.contains(where: { $0.value.caseInsensitiveEquals(text) }) {
                throw value.problem(translated("appears twice"))
            }
            options.append(ChoiceOption(value: text, label: text, shortLabel: text))
        }
        if let value = members["kind"], options.isEmpty { throw value.problem(translated("requires “choices”")) }
        return options
    }
}

/// How lists of such records are sorted and divided.
extension Field {
    /// The value as text that sorts like the values.
    fileprivate func sortText(_ record: Record) -> String {
        switch editor {
        case .number, .decimal:
            guard let number = Double(fieldValue: record[self]) else { return "" }
            let bits = number.bitPattern
            return String(bits >> 63 == 0 ? bits | 1 << 63 : ~bits).leftPadded(to: 20)
        case .choice(let options):
            let index = options.firstIndex { $0.value == record[self].text } ?? options.count
            return String(index).leftPadded(to: 4)
        default: return displayText(record)
        }
    }

    /// The order by the value, then by the title.
    fileprivate func order(before title: Field) -> SortOrder {
        SortOrder(id: key.lowercased(), label: LocalizedString("Sort by \(label)")) {
            "\(sortText($0)) \(title.displayText($0))"
        }
    }

    /// Sections by the value, or by the first letter of names.
    fileprivate func grouping(isTitle: Bool) -> Grouping {
        let (id, label) = (key.lowercased(), LocalizedString("Group by \(label)"))
        if isTitle || editor == .text(.name) { return .initials(id: id, label: label) { displayText($0) } }
        return Grouping(id: id, label: label) { record in
            let text = displayText(record)
            return text.isEmpty
                ? SectionKey(rank: "\u{10FFFF}", title: LocalizedString("Not Set"))
                : SectionKey(rank: "\(sortText(record)) \(Folding.text(text))", title: text)
        }
    }
}
