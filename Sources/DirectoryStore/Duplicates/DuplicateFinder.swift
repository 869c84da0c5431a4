import ClassAPI
import DirectoryModel
import GRDB

/// Finds the records of a collection that may be about one person.
struct DuplicateFinder {
    private let table: RecordTable
    private let db: Database
    private let names: [Field]
    private let fields: [Field]
    /// What is compared: one for each of `fields`.
    private let columns: [DuplicatePairs.Column]
    /// Whether a text of the names and then of the fields gives no value. Copying a field takes longer.
    private let isUnset: [@Sendable (String) -> Bool]
    private let staying: StayingKeys
    /// The keys of pairs that are not about one person.
    private let apart: Set<[Int]>
    private var profiles: [DuplicateProfile] = []
    /// How many of the profiles are of stored records; the others are of records that arrive.
    private var storedCount = 0

    /// The list whose new records are matched with stored ones, or nil.
    private let list: StagedRecords?

    /// - Parameter list: set to match only its new records with stored ones.
    init(_ table: RecordTable, _ list: StagedRecords? = nil, in db: Database) throws {
        self.list = list
        (self.table, self.db) = (table, db)
        let definition = table.definition
        names = definition.fields.filter { $0.editor == .text(.name) }
        let compared = definition.fields.compactMap { field -> (Field, DuplicatePairs.Column)? in
            Self.kind(of: field, in: definition).map { (field, DuplicatePairs.Column(label: field.label, kind: $0)) }
        }
        (fields, columns) = (compared.map(\.0), compared.map(\.1))
        isUnset = (names + fields).map { field in { field.isUnset($0) } }
        staying = try StayingKeys(table, in: db)
        apart = try NotSameTable(table, in: db).pairs()
        let selection = [table.quotedKey] + (names + fields).map { "\"\($0.key)\"" }
        let rows = "SELECT \(selection.joined(separator: ", ")) FROM \(table.name) ORDER BY row"
        try FastStatement(rows, in: db).each { row in
            let texts = isUnset.indices.map { index in
                row.bytes(index + 1).map { String(decoding: $0, as: UTF8.self) } ?? ""
            }
            profiles.append(profile(of: Int(row.number(0)), texts))
        }
        storedCount = profiles.count
        guard let list, storedCount > 0 else { return }
        let keys = Set(profiles.map(\.key))
        for case let (key, values?) in list.all.map({ ($0.key, $0.values) }) where !keys.contains(key) {
            let record = table.record(of: values)
            profiles.append(profile(of: key, (names + fields).map { record[$0].text }))
        }
        if profiles.count == storedCount { profiles = [] }
    }

    private static func kind(of field: Field, in definition: Definition) -> DuplicatePairs.Column.Kind? {
        if field.isKey { return nil }
        if field.key == definition.owner?.key { return .owner }
        return switch field.editor {
        case .text(.email): .email
        case .text(.phone): .phone
        case .text(.name), .text(.hobbies): nil
        case .text where definition.identifiers.contains { $0.key == field.key }: .owner
        case .text: field.key == definition.fields.first { $0.link == FieldLink.map }?.key ? .street : .other
        default: nil
        }
    }

    /// Nobody has a longer first or last name, and comparing one takes seconds.
    private static var maxName: Int { 100 }

    private func profile(of key: Int, _ texts: [String]) -> DuplicateProfile {
        let texts = zip(texts, isUnset).map { text, isUnset in isUnset(text) ? "" : text.trimmed }
        let name = texts.prefix(names.count).map { String($0.unicodeScalars.prefix(Self.maxName)) }
            .joined(separator: " ")
        var profile = DuplicateProfile(key: key, name: ComparedName(name))
        profile.hashes = zip(columns, texts.dropFirst(names.count)).map { column, text in
            if text.isEmpty { return 0 }
            switch column.kind {
            case .email: return MailAddress(text)?.untagged.utf8.fowlerHash ?? 0
            case .phone:
                guard let number = PhoneNumber(text) else { return 0 }
                profile.phones.append(number)
                return number.ending.utf8.fowlerHash
            case .owner, .street, .other: return Folding.bytes(text).fowlerHash
            }
        }
        return profile
    }

    /// The pairs of records that may be about one person.
    func pairs() throws -> [DuplicatePair] {
        var finder = DuplicatePairs(
            of: profiles, columns, storedCount: storedCount, apart: apart, staying)
        var pairs = finder.found()
        for index in pairs.indices where pairs[index].name == .same {
            pairs[index].isCertain = try isCertain(pairs[index].places, finder.sharedValues)
        }
        return pairs
    }

    /// True if two records with the same name are about one person: they have an owner or a personal email in common,
    /// and do not contradict each other. Parents and children may share the name, the phone, and the address.
    /// - Parameter shared: the hashes of values that people with different names have.
    private func isCertain(_ places: (Int, Int), _ shared: Set<UInt64>) throws -> Bool {
        let (one, other) = (profiles[places.0].hashes, profiles[places.1].hashes)
        let isIdentified = columns.indices.contains { index in
            guard one[index] != 0, one[index] == other[index] else { return false }
            return columns[index].kind == .owner || columns[index].kind == .email && !shared.contains(one[index])
        }
        // Typed numbers of two records always differ.
        guard isIdentified, table.definition.numbering != .typed, let mine = try record(places.0),
            let theirs = try record(places.1)
        else { return false }
        return table.definition.fields.allSatisfy { $0.isKey || !$0.contradicts(mine, theirs) }
            && names.allSatisfy { $0.inputText(mine).isEmpty == $0.inputText(theirs).isEmpty }
            && fields.allSatisfy {
                $0.editor != .text(.email) || MailAddress($0.inputText(mine))?.isShared != true
            }
    }

    /// The whole record at a place.
    func record(_ place: Int) throws -> Record? {
        let key = profiles[place].key
        if place < storedCount { return try table.whole(key: key, in: db) }
        return try list?[key].flatMap { try table.record(of: $0, in: db) }
    }

    // MARK: Groups

    /// Pairs as groups, certain ones first. A group is certain only if each two of its records are.
    func groups(of pairs: [DuplicatePair]) -> [DuplicateGroup] {
        func code(_ one: Int, _ other: Int) -> Int { min(one, other) << 32 | max(one, other) }
        let edges = Dictionary(uniqueKeysWithValues: pairs.map { (code($0.places.0, $0.places.1), $0) })
        var groups: [(places: [Int], pair: DuplicatePair)] = []
        var homes: [Int: Int] = [:]
        for pair in pairs.sorted(by: { $0.isBefore($1) }) {
            let (one, other) = pair.places
            let home = homes[one] ?? homes[other]
            guard let home else {
                for place in [one, other] { homes[place] = groups.count }
                groups.append(([one, other], pair))
                continue
            }
            let added = [one, other].filter { homes[$0] == nil }
            let fits = added.allSatisfy { new in
                groups[home].places.allSatisfy {
                    let edge = edges[code($0, new)]
                    return edge?.isCertain == groups[home].pair.isCertain && edge?.section == pair.section
                } && groups[home].pair.section == pair.section
            }
            if fits, homes[one] == nil || homes[other] == nil {
                for place in added { homes[place] = home }
                groups[home].places += added
            } else if homes[one] != homes[other] || homes[one] == nil {
                // Who may be either of two people is not certain to be one of them.
                for case let home? in [homes[one], homes[other]] where pair.isCertain {
                    let keys = groups[home].places.map { profiles[$0].key }
                    let isEither = keys.contains { key in
                        [one, other].contains { apart.contains([key, profiles[$0].key].sorted()) }
                    }
                    if isEither { groups[home].pair.isCertain = false }
                }
                // A record of another group, too, may be gone when this one is merged.
                var later = pair
                later.isCertain = false
                groups.append(([one, other], later))
            }
        }
        return groups.map { group(of: $0.places, $0.pair) }
    }

    private func group(of places: [Int], _ pair: DuplicatePair) -> DuplicateGroup {
        let keys = places.sorted().map { profiles[$0].key }
        let first = keys.filter(staying.all.contains)
        return DuplicateGroup(
            keys: first + keys.filter { !first.contains($0) }, reasons: pair.reasons, isCertain: pair.isCertain,
            isFixed: first.contains(where: staying.isFixed), section: pair.section)
    }
}
