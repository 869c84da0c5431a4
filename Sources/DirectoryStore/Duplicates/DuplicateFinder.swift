import ClassAPI
import DirectoryModel
import GRDB

/// Finds the records of a collection that may be about one person.
///
/// Only records that share a value or most of their names are compared, so the time grows with the number of records, not
/// with its square.
struct DuplicateFinder {
    /// What is compared of a record.
    private struct Profile {
        let key: Int
        let name: ComparedName
        /// The value of each of `columns`, or "".
        var values: [String] = []
        var phones: [PhoneNumber] = []
    }

    /// A field that is compared.
    private struct Column {
        enum Kind { case owner, email, phone, street, other }

        let field: Field
        let kind: Kind

        /// True if a common value is a reason by itself.
        var isReason: Bool { kind == .owner || kind == .email || kind == .phone }

        /// Nil if the field is not compared.
        init?(_ field: Field, in definition: Definition) {
            switch field.editor {
            case _ where field.isKey: return nil
            case _ where field.key == definition.owner?.key: kind = .owner
            case .text(.email): kind = .email
            case .text(.phone): kind = .phone
            case .text(.name), .text(.hobbies): return nil
            case .text where definition.identifiers.contains { $0.key == field.key }: kind = .owner
            case .text:
                let street = definition.fields.first { $0.link == FieldLink.map }
                kind = field.key == street?.key ? .street : .other
            default: return nil
            }
            self.field = field
        }
    }

    private let table: RecordTable
    private let db: Database
    private let names: [Field]
    private let columns: [Column]
    let staying: StayingKeys
    /// The keys of pairs that are not about one person.
    private let apart: Set<[Int]>
    private var profiles: [Profile] = []
    /// How many of the profiles are of stored records. If there are others, of records that arrive, pairs are of a stored
    /// record and another.
    private var storedCount = 0

    /// The list whose new records are matched with stored ones, or nil.
    private let list: StagedRecords?

    /// - Parameter list: set to match only its new records with stored ones.
    init(_ table: RecordTable, _ list: StagedRecords? = nil, in db: Database) throws {
        self.table = table
        self.list = list
        self.db = db
        let definition = table.definition
        names = definition.fields.filter { $0.editor == .text(.name) }
        columns = definition.fields.compactMap { Column($0, in: definition) }
        staying = try StayingKeys(table, in: db)
        apart = try MarkTable(table, in: db).pairsApart()
        let fields = names + columns.map(\.field)
        let selection = ([table.quotedKey] + fields.map(\.column)).joined(separator: ", ")
        let rows = try Row.fetchCursor(db, sql: "SELECT \(selection) FROM \(table.name) ORDER BY row")
        while let row = try rows.next() {
            profiles.append(profile(of: try row.decode(atIndex: 0), fields.indices.map { row[$0 + 1] ?? "" }))
        }
        storedCount = profiles.count
        guard let list, storedCount > 0 else { return }
        let keys = Set(profiles.map(\.key))
        for staged in list.all where !keys.contains(staged.key) {
            guard let prepared = staged.prepared else { continue }
            let record = table.record(of: prepared.values)
            profiles.append(profile(of: staged.key, fields.map { record[$0].text }))
        }
        if profiles.count == storedCount { profiles = [] }
    }

    // MARK: Reading

    /// Nobody has a longer first or last name, and comparing one takes seconds.
    private static var maxName: Int { 100 }

    private func profile(of key: Int, _ texts: [String]) -> Profile {
        let texts = zip(names + columns.map(\.field), texts).map { field, text in
            field.isUnset(text) ? "" : text.trimmed
        }
        let name = texts.prefix(names.count).map { String($0.unicodeScalars.prefix(Self.maxName)) }
        var profile = Profile(key: key, name: ComparedName(name.joined(separator: " ")))
        profile.values = zip(columns, texts.dropFirst(names.count)).map { column, text in
            switch column.kind {
            case .email: return MailAddress(text)?.untagged ?? ""
            case .phone:
                guard let number = PhoneNumber(text) else { return "" }
                profile.phones.append(number)
                return String(number.ending)
            case .owner, .street, .other: return Folding.text(text)
            }
        }
        return profile
    }

    /// The whole record of a profile.
    func record(_ index: Int) throws -> Record? {
        let key = profiles[index].key
        if index < storedCount { return try table.whole(key: key, in: db) }
        return try list?[key].flatMap { try table.record(of: $0, in: db) }
    }

    // MARK: Pairs

    /// The pairs of records that may be about one person.
    func pairs() throws -> [DuplicatePair] {
        // Two indices each.
        var candidates: [UInt64] = []
        // Values that people with different names have, and those that so many have that they are no reason.
        var (shared, common): (Set<String>, Set<String>) = ([], [])
        for index in columns.indices where columns[index].isReason {
            for (value, indices) in blocks(by: { [profiles[$0].values[index]] }) where value != "" {
                let isCommon = indices.count > Self.maxSameValue
                if isCommon { common.insert(value) } else { add(indices, to: &candidates) }
                if isCommon || areDifferentPeople(indices) { shared.insert(value) }
            }
        }
        for (_, indices) in blocks(by: { profiles[$0].name.keys }) { add(indices, to: &candidates) }
        candidates.sort()
        return try candidates.indices.compactMap { index in
            let packed = candidates[index]
            guard index == 0 || candidates[index - 1] != packed,
                var pair = pair(Int(packed >> 32), Int(packed & 0xFFFF_FFFF), common)
            else { return nil }
            pair.isCertain = try pair.name == .same && isCertain(pair.positions, shared)
            return pair
        }
    }

    /// More records with one value are compared only by their names.
    private static var maxSameValue: Int { 8 }
    /// Of more records with similar names each is compared only with those next to it in the order of names.
    private static var maxSimilarNames: Int { 100 }

    /// The indices of the profiles that have a key in common.
    private func blocks<Key: Hashable>(by keys: (Int) -> some Sequence<Key>) -> [Key: [Int]] {
        var blocks: [Key: [Int]] = [:]
        for index in profiles.indices { for key in keys(index) { blocks[key, default: []].append(index) } }
        return blocks.filter { $0.value.count > 1 }
    }

    private func add(_ block: [Int], to candidates: inout [UInt64]) {
        let isLarge = block.count > Self.maxSimilarNames
        let indices = isLarge ? block.sorted { profiles[$0].name < profiles[$1].name } : block
        for (index, one) in indices.enumerated() {
            for other in indices[(index + 1)...].prefix(isLarge ? 8 : .max) where one != other {
                let (low, high) = (min(one, other), max(one, other))
                let isWanted = storedCount == profiles.count || low < storedCount && high >= storedCount
                if isWanted { candidates.append(UInt64(low) << 32 | UInt64(high)) }
            }
        }
    }

    private func areDifferentPeople(_ indices: [Int]) -> Bool {
        let names = indices.map { profiles[$0].name }
        return names.indices.contains { index in
            names[..<index].contains { $0.agreement(with: names[index]) == .different }
        }
    }

    private func pair(_ one: Int, _ other: Int, _ common: Set<String>) -> DuplicatePair? {
        let (mine, theirs) = (profiles[one], profiles[other])
        let name = mine.name.agreement(with: theirs.name)
        var (reasons, more) = ([DuplicateReason](), String?.none)
        for (index, column) in columns.enumerated() {
            let value = mine.values[index]
            guard value != "", value == theirs.values[index], name >= .alike || !common.contains(value) else {
                continue
            }
            switch column.kind {
            case .owner: reasons.append(.owner(label: column.field.label))
            case .email: reasons.append(.email)
            case .phone:
                if mine.phones.contains(where: { theirs.phones.contains(where: $0.isSame) }) { reasons.append(.phone) }
            case .street, .other: more = more ?? column.field.label
            }
        }
        if reasons.isEmpty, name >= .alike, let more { reasons = [.name(label: more)] }
        if reasons.isEmpty, name == .same { reasons = [.sameName] }
        guard !reasons.isEmpty, !(staying.all.contains(mine.key) && staying.all.contains(theirs.key)),
            !apart.contains([mine.key, theirs.key].sorted())
        else { return nil }
        return DuplicatePair(
            positions: (one, other), reasons: reasons.sorted(), name: name,
            isContradicted: !reasons.contains { $0 <= .phone } && areContradicted(mine, theirs))
    }

    /// True if both give everything that identifies a person, and all of it differs.
    private func areContradicted(_ one: Profile, _ other: Profile) -> Bool {
        let identifying = columns.indices.filter { columns[$0].kind != .other }
        return !identifying.isEmpty
            && identifying.allSatisfy {
                one.values[$0] != "" && other.values[$0] != "" && one.values[$0] != other.values[$0]
            }
    }

    /// True if two records with the same name are about one person: they have an owner or a personal email in common,
    /// and do not contradict each other. Parents and children may share the name, the phone, and the address.
    /// - Parameter shared: the values that people with different names have.
    private func isCertain(_ indices: (Int, Int), _ shared: Set<String>) throws -> Bool {
        let (one, other) = (profiles[indices.0].values, profiles[indices.1].values)
        let isIdentified = columns.indices.contains { index in
            guard one[index] != "", one[index] == other[index] else { return false }
            return columns[index].kind == .owner || columns[index].kind == .email && !shared.contains(one[index])
        }
        // Typed numbers of two records always differ.
        guard isIdentified, table.definition.numbering != .typed, let mine = try record(indices.0),
            let theirs = try record(indices.1)
        else { return false }
        return table.definition.fields.allSatisfy { $0.isKey || !$0.contradicts(mine, theirs) }
            && names.allSatisfy { $0.inputText(mine).isEmpty == $0.inputText(theirs).isEmpty }
            && columns.allSatisfy {
                $0.field.editor != .text(.email) || MailAddress($0.field.inputText(mine))?.isShared != true
            }
    }

    // MARK: Results

    /// Each record that arrives with the stored one that it most likely is about, in the order in which they are merged.
    /// - Parameter certainFirst: true to merge certain pairs first.
    func likelyPairs(certainFirst: Bool) throws -> [DuplicatePair] {
        var best: [Int: DuplicatePair] = [:]
        for pair in try pairs() where pair.isLikely {
            if best[pair.positions.1].map(pair.isBefore) ?? true { best[pair.positions.1] = pair }
        }
        func rank(_ pair: DuplicatePair) -> Int { certainFirst && pair.isCertain ? 0 : 1 }
        return best.values.sorted { (rank($0), $0.positions.1) < (rank($1), $1.positions.1) }
    }

    /// Pairs as groups, certain ones first. A group is certain only if each two of its records are.
    func groups(of pairs: [DuplicatePair]) -> [DuplicateGroup] {
        let joined = JoinedPairs(pairs) { apart.contains([profiles[$0].key, profiles[$1].key].sorted()) }
        return joined.groups.map { indices, pair in
            let (keys, isFixed) = staying.sorted(indices.sorted().map { profiles[$0].key })
            return DuplicateGroup(
                keys: keys, reasons: pair.reasons, isCertain: pair.isCertain, isFixed: isFixed, section: pair.section)
        }
    }
}
