import ClassAPI
import DirectoryModel
import GRDB

/// Finds the records of a collection that may be about one person.
///
/// Only records that share a hash of a value or of two words of their names are compared, so the time grows with the
/// number of records, not with its square.
struct DuplicateFinder<R: DirectoryRecord> {
    /// A field that is compared.
    private struct Column {
        enum Kind { case owner, email, phone, other }
        let field: Field<R>
        let kind: Kind
    }

    /// What is compared of a record.
    private struct Profile {
        let key: Int
        let name: ComparedName
        /// The hash of each column's value, or 0.
        var hashes: [UInt64] = []
        var phones: [PhoneNumber] = []
    }

    struct Pair {
        /// The places of the profiles, in ascending order.
        let places: (Int, Int)
        let reasons: [DuplicateReason]
        var isCertain: Bool
        let name: ComparedName.Agreement

        /// True unless the names are different, as those of a family with one phone, or are all they have in common.
        var isLikely: Bool { !isNameOnly && (name != .different || reasons[0] < .phone) }

        /// True if it is more likely that these are about one person.
        func isBefore(_ other: Pair) -> Bool {
            (isCertain ? 0 : 1, reasons[0], places.0, places.1)
                < (other.isCertain ? 0 : 1, other.reasons[0], other.places.0, other.places.1)
        }

        var isNameOnly: Bool { reasons == [.sameName] }
    }

    private struct Entry {
        let hash: UInt64
        let place: Int32
        /// True if all pairs of the hash are compared, false if one of them must have this entry's hash exactly.
        var isExact = true
    }

    private let db: Database
    private let table = RecordTable<R>()
    private let columns: [Column]
    private let names = R.fields.filter { $0.editor == .text(.name) }
    private var profiles: [Profile] = []
    /// How many of the profiles are of stored records; the others are of records that arrive.
    private var storedCount = 0
    private let apart: Set<[Int]>
    private let staying: StayingKeys
    /// The hashes of values that people with different names have.
    private var sharedValues: Set<UInt64> = []
    /// The hashes of values that so many have that they are no reason.
    private var commonValues: Set<UInt64> = []

    /// More records with one value are compared only by their names, and more with one name only by their values.
    private static var maxCompared: (value: Int, name: Int) { (8, 24) }

    /// - Parameter incoming: true if the database `incoming` is attached, and only its new records are matched with
    ///   stored ones.
    init(incoming: Bool = false, in db: Database) throws {
        self.db = db
        columns = R.fields.compactMap { field in
            let kind: Column.Kind? =
                switch field.editor {
                case _ where field.isKey || field.isPicture: nil
                case _ where field.key == R.definition.owner?.key: .owner
                case .text(.email): .email
                case .text(.phone): .phone
                case .text(.name), .text(.hobbies): nil
                case .text: .other
                default: nil
                }
            return kind.map { Column(field: field, kind: $0) }
        }
        apart = try NotSameTable<R>(in: db).pairs()
        staying = try StayingKeys(of: R.self, in: db)
        try read("SELECT \(table.selection) FROM \(table.name) ORDER BY row")
        storedCount = profiles.count
        guard incoming else { return }
        try read(
            """
            SELECT \(table.selection) FROM (SELECT position AS row, * FROM incoming.arrived)
            WHERE is_whole AND \(table.quotedKey) NOT IN (SELECT \(table.quotedKey) FROM \(table.name)) ORDER BY row
            """)
        if profiles.count == storedCount { profiles = [] }
    }

    private mutating func read(_ sql: String) throws {
        let rows = try Row.fetchCursor(db, sql: sql)
        while let row = try rows.next() { profiles.append(profile(of: table.record(row).record)) }
    }

    private func profile(of record: R) -> Profile {
        let name = names.map { $0.inputText(record) }.joined(separator: " ")
        var profile = Profile(key: record.key, name: ComparedName(NameWords(name)))
        profile.hashes = columns.map { column in
            let text = column.field.inputText(record).trimmed
            if text.isEmpty { return 0 }
            switch column.kind {
            case .email: return MailAddress(text)?.untagged.utf8.fowlerHash ?? 0
            case .phone:
                guard let number = PhoneNumber(text) else { return 0 }
                profile.phones.append(number)
                return number.ending.utf8.fowlerHash
            case .owner, .other: return Folding.bytes(text).fowlerHash
            }
        }
        return profile
    }

    // MARK: Pairs

    /// The pairs of records that may be about one person.
    mutating func pairs() throws -> [Pair] {
        var candidates: [UInt64] = []
        for column in columns.indices where columns[column].kind != .other {
            addPairs(sharing: column, to: &candidates)
        }
        addPairsByName(to: &candidates)
        candidates.sort()
        var (pairs, last) = ([Pair](), UInt64.max)
        for candidate in candidates where candidate != last {
            last = candidate
            if let pair = try pair(Int(candidate >> 32), Int(candidate & 0xFFFF_FFFF)) { pairs.append(pair) }
        }
        return pairs
    }

    private mutating func addPairs(sharing column: Int, to candidates: inout [UInt64]) {
        let entries = profiles.enumerated().map { Entry(hash: $1.hashes[column], place: Int32($0)) }
        Self.eachRun(of: entries.filter { $0.hash != 0 }) { run in
            let isLong = run.count > Self.maxCompared.value
            if isLong || areDifferentPeople(run) { sharedValues.insert(run[0].hash) }
            if isLong { commonValues.insert(run[0].hash) } else { add(run, to: &candidates) }
        }
    }

    private func areDifferentPeople(_ run: [Entry]) -> Bool {
        let names = run.map { profiles[Int($0.place)].name }
        return names.indices.contains { place in
            names[..<place].contains { $0.agreement(with: names[place]) == .different }
        }
    }

    private func addPairsByName(to candidates: inout [UInt64]) {
        var entries: [Entry] = []
        entries.reserveCapacity(profiles.count * 16)
        for (place, profile) in profiles.enumerated() {
            profile.name.eachHash { entries.append(Entry(hash: $0, place: Int32(place), isExact: $1)) }
        }
        Self.eachRun(of: entries) { run in
            guard run.count > Self.maxCompared.name else { return add(run, to: &candidates) }
            for column in columns.indices {
                let same = run.map {
                    Entry(hash: profiles[Int($0.place)].hashes[column], place: $0.place, isExact: $0.isExact)
                }
                Self.eachRun(of: same.filter { $0.hash != 0 }) { addNeighbors(in: $0, to: &candidates) }
            }
            addNeighbors(in: run.filter(\.isExact), to: &candidates)
        }
    }

    private func add(_ run: [Entry], to candidates: inout [UInt64]) {
        for (index, entry) in run.enumerated() {
            for other in run[(index + 1)...] where entry.isExact || other.isExact { add(entry, other, to: &candidates) }
        }
    }

    private func addNeighbors(in run: [Entry], to candidates: inout [UInt64]) {
        for (index, entry) in run.enumerated() {
            for other in run[(index + 1)...].prefix(4) where entry.isExact || other.isExact {
                add(entry, other, to: &candidates)
            }
        }
    }

    private func add(_ one: Entry, _ other: Entry, to candidates: inout [UInt64]) {
        let (low, high) = (min(one.place, other.place), max(one.place, other.place))
        let isArriving = Int(high) >= storedCount
        guard low != high, !isArriving || Int(low) < storedCount, isArriving == (storedCount < profiles.count) else {
            return
        }
        candidates.append(UInt64(low) << 32 | UInt64(high))
    }

    /// Calls `body` with the entries of each hash that more than one has.
    private static func eachRun(of entries: some Sequence<Entry>, _ body: ([Entry]) -> Void) {
        let sorted = entries.sorted { ($0.hash, $0.place) < ($1.hash, $1.place) }
        var start = 0
        while start < sorted.count {
            var end = start + 1
            while end < sorted.count, sorted[end].hash == sorted[start].hash { end += 1 }
            if end - start > 1 { body(Array(sorted[start..<end])) }
            start = end
        }
    }

    // MARK: One pair

    private func pair(_ one: Int, _ other: Int) throws -> Pair? {
        let (mine, theirs) = (profiles[one], profiles[other])
        guard !apart.contains([min(mine.key, theirs.key), max(mine.key, theirs.key)]),
            !(staying.all.contains(mine.key) && staying.all.contains(theirs.key))
        else { return nil }
        let name = mine.name.agreement(with: theirs.name)
        var (reasons, more) = ([DuplicateReason](), String?.none)
        for (place, column) in columns.enumerated()
        where mine.hashes[place] != 0 && mine.hashes[place] == theirs.hashes[place]
            && (name >= .alike || !commonValues.contains(mine.hashes[place]))
        {
            switch column.kind {
            case .owner: reasons.append(.owner(label: column.field.label))
            case .email: reasons.append(.email)
            case .phone:
                guard mine.phones.contains(where: { theirs.phones.contains(where: $0.isSame) }) else { continue }
                reasons.append(.phone)
            case .other: more = more ?? column.field.label
            }
        }
        if reasons.isEmpty, name >= .alike, let more { reasons = [.name(label: more)] }
        if reasons.isEmpty, name == .same { reasons = [.sameName] }
        guard !reasons.isEmpty else { return nil }
        let isCertain = try name == .same && isCertain(one, other)
        return Pair(places: (one, other), reasons: reasons.sorted(), isCertain: isCertain, name: name)
    }

    /// True if two records with the same name are about one person: they have an owner or a personal email in common,
    /// and do not contradict each other. Parents and children may share the name, the phone, and the address.
    private func isCertain(_ one: Int, _ other: Int) throws -> Bool {
        let isIdentified = columns.indices.contains { column in
            let hash = profiles[one].hashes[column]
            guard hash != 0, hash == profiles[other].hashes[column] else { return false }
            return switch columns[column].kind {
            case .owner: true
            case .email: !sharedValues.contains(hash)
            case .phone, .other: false
            }
        }
        guard isIdentified, let mine = try record(one), let theirs = try record(other) else { return false }
        let emails = columns.filter { $0.kind == .email }.map(\.field)
        return R.fields.allSatisfy { $0.isKey || !$0.contradicts(mine, theirs) }
            && names.allSatisfy { $0.inputText(mine).isEmpty == $0.inputText(theirs).isEmpty }
            && emails.allSatisfy { MailAddress($0.inputText(mine))?.isShared != true }
    }

    /// The whole record at a place.
    func record(_ place: Int) throws -> R? {
        let key = profiles[place].key
        if place < storedCount { return try table.whole(key: key, in: db) }
        return try table.arrived(in: "incoming", where: "\(table.quotedKey) = ?", key, db).first?.record
    }

    // MARK: Groups

    /// Pairs as groups, certain ones first. A group is certain only if each two of its records are.
    func groups(of pairs: [Pair]) -> [DuplicateGroup] {
        func code(_ one: Int, _ other: Int) -> Int { min(one, other) << 32 | max(one, other) }
        let edges = Dictionary(uniqueKeysWithValues: pairs.map { (code($0.places.0, $0.places.1), $0) })
        var groups: [(places: [Int], pair: Pair)] = []
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
                    return edge?.isCertain == groups[home].pair.isCertain && edge?.isNameOnly == pair.isNameOnly
                } && groups[home].pair.isNameOnly == pair.isNameOnly
            }
            if fits, homes[one] == nil || homes[other] == nil {
                for place in added { homes[place] = home }
                groups[home].places += added
            } else if homes[one] != homes[other] || homes[one] == nil {
                // The records of another group must be decided on first.
                var later = pair
                later.isCertain = false
                groups.append(([one, other], later))
            }
        }
        return groups.map { group(of: $0.places, $0.pair) }
    }

    private func group(of places: [Int], _ pair: Pair) -> DuplicateGroup {
        let keys = places.sorted().map { profiles[$0].key }
        let first = keys.filter(staying.all.contains)
        return DuplicateGroup(
            keys: first + keys.filter { !first.contains($0) }, reasons: pair.reasons, isCertain: pair.isCertain,
            isFixed: first.contains(where: staying.isFixed))
    }
}
