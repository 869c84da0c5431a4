import DirectoryModel

/// What is compared of a record.
struct DuplicateProfile {
    let key: Int
    let name: ComparedName
    /// The hash of each column's value, or 0.
    var hashes: [UInt64] = []
    var phones: [PhoneNumber] = []
}

/// Two records that may be about one person.
struct DuplicatePair {
    /// The indices of the profiles, in ascending order.
    let places: (Int, Int)
    let reasons: [DuplicateReason]
    let name: ComparedName.Agreement
    /// True if little more than the name agrees, and everything that identifies a person differs.
    let isContradicted: Bool
    var isCertain = false

    /// True unless the names are different, as those of a family with one phone, or are all they have in common.
    var isLikely: Bool { section == .likely && (name != .different || reasons[0] < .phone) }

    var section: DuplicateGroup.Section {
        isContradicted ? .contradicted : reasons == [.sameName] ? .sameName : .likely
    }

    /// Lower where it is more likely that these are about one person.
    private var rank: Int { isCertain ? 0 : isLikely ? 1 : 2 + section.rawValue }

    /// True if it is more likely that these are about one person.
    func isBefore(_ other: DuplicatePair) -> Bool {
        (rank, reasons[0], places.0, places.1) < (other.rank, other.reasons[0], other.places.0, other.places.1)
    }
}

/// Finds pairs of records that may be about one person.
///
/// Only records that share a hash of a value or of two words of their names are compared, so the time grows with the
/// number of records, not with its square.
struct DuplicatePairs {
    /// A field that is compared.
    struct Column {
        enum Kind {
            case owner, email, phone, street, other

            /// True if a common value is a reason by itself.
            var isReason: Bool { self == .owner || self == .email || self == .phone }
        }
        let label: String
        let kind: Kind
    }

    private struct Entry {
        let hash: UInt64
        let profile: Int32
        /// False for the initial of a longer name, which agrees only with a name that has no more than the initial.
        var isExact = true
    }

    let columns: [Column]
    let profiles: [DuplicateProfile]
    /// How many of the profiles are of stored records; if there are others, pairs are of a stored record and another.
    let storedCount: Int
    /// The keys of pairs that are not about one person.
    let apart: Set<[Int]>
    let staying: StayingKeys
    private var candidates: [UInt64] = []
    /// The hashes of values that people with different names have.
    private(set) var sharedValues: Set<UInt64> = []
    /// The hashes of values that so many have that they are no reason.
    private var commonValues: Set<UInt64> = []

    /// More records with one value are compared only by their names, and more with one name only by their values.
    private static var maxCompared: (value: Int, name: Int) { (8, 24) }

    init(
        of profiles: [DuplicateProfile], _ columns: [Column], storedCount: Int, apart: Set<[Int]>,
        _ staying: StayingKeys
    ) {
        (self.profiles, self.columns, self.storedCount) = (profiles, columns, storedCount)
        (self.apart, self.staying) = (apart, staying)
    }

    mutating func found() -> [DuplicatePair] {
        for column in columns.indices where columns[column].kind.isReason { addPairs(sharing: column) }
        addPairsByName()
        candidates.sort()
        var (pairs, last) = ([DuplicatePair](), UInt64.max)
        for candidate in candidates where candidate != last {
            last = candidate
            if let pair = pair(Int(candidate >> 32), Int(candidate & 0xFFFF_FFFF)) { pairs.append(pair) }
        }
        candidates = []
        return pairs
    }

    // MARK: Candidates

    private mutating func addPairs(sharing column: Int) {
        let entries = profiles.enumerated().map { Entry(hash: $1.hashes[column], profile: Int32($0)) }
        Self.eachRun(of: entries.filter { $0.hash != 0 }) { run in
            let isLong = run.count > Self.maxCompared.value
            if isLong || areDifferentPeople(run) { sharedValues.insert(run[0].hash) }
            if isLong { commonValues.insert(run[0].hash) } else { add(run) }
        }
    }

    private func areDifferentPeople(_ run: [Entry]) -> Bool {
        let names = run.map { profiles[Int($0.profile)].name }
        return names.indices.contains { index in
            names[..<index].contains { $0.agreement(with: names[index]) == .different }
        }
    }

    private mutating func addPairsByName() {
        var entries: [Entry] = []
        entries.reserveCapacity(profiles.count * 16)
        for (index, profile) in profiles.enumerated() {
            profile.name.eachHash { entries.append(Entry(hash: $0, profile: Int32(index), isExact: $1)) }
        }
        Self.eachRun(of: entries) { run in
            guard run.contains(where: \.isExact) else { return }
            guard run.count > Self.maxCompared.name else { return add(run) }
            for column in columns.indices {
                let same = run.map {
                    Entry(hash: profiles[Int($0.profile)].hashes[column], profile: $0.profile, isExact: $0.isExact)
                }
                Self.eachRun(of: same.filter { $0.hash != 0 }) { add($0, besides: 4) }
            }
            add(run.filter(\.isExact), besides: 4)
        }
    }

    /// Adds the pairs of a run.
    /// - Parameter limit: with how many that follow each entry is paired.
    private mutating func add(_ run: [Entry], besides limit: Int = .max) {
        for (index, entry) in run.enumerated() {
            for other in run[(index + 1)...].prefix(limit) where entry.isExact || other.isExact {
                let (low, high) = (min(entry.profile, other.profile), max(entry.profile, other.profile))
                let isArriving = Int(high) >= storedCount
                if low != high, isArriving == (storedCount < profiles.count), Int(low) < storedCount {
                    candidates.append(UInt64(low) << 32 | UInt64(high))
                }
            }
        }
    }

    /// Calls `body` with the entries of each hash that more than one has.
    private static func eachRun(of entries: [Entry], _ body: ([Entry]) -> Void) {
        let sorted = entries.sorted { $0.hash == $1.hash ? $0.profile < $1.profile : $0.hash < $1.hash }
        var start = 0
        while start < sorted.count {
            var end = start + 1
            while end < sorted.count, sorted[end].hash == sorted[start].hash { end += 1 }
            if end - start > 1 { body(Array(sorted[start..<end])) }
            start = end
        }
    }

    // MARK: One pair

    private func pair(_ one: Int, _ other: Int) -> DuplicatePair? {
        let (mine, theirs) = (profiles[one], profiles[other])
        let name = mine.name.agreement(with: theirs.name)
        var (reasons, more) = ([DuplicateReason](), String?.none)
        for (index, column) in columns.enumerated() {
            let hash = mine.hashes[index]
            guard hash != 0, hash == theirs.hashes[index], name >= .alike || !commonValues.contains(hash) else {
                continue
            }
            switch column.kind {
            case .owner: reasons.append(.owner(label: column.label))
            case .email: reasons.append(.email)
            case .phone:
                if mine.phones.contains(where: { theirs.phones.contains(where: $0.isSame) }) { reasons.append(.phone) }
            case .street, .other: more = more ?? column.label
            }
        }
        if reasons.isEmpty, name >= .alike, let more { reasons = [.name(label: more)] }
        if reasons.isEmpty, name == .same { reasons = [.sameName] }
        guard !reasons.isEmpty, !(staying.all.contains(mine.key) && staying.all.contains(theirs.key)),
            !apart.contains([min(mine.key, theirs.key), max(mine.key, theirs.key)])
        else { return nil }
        return DuplicatePair(
            places: (one, other), reasons: reasons.sorted(), name: name,
            isContradicted: !reasons.contains { $0 <= .phone } && areContradicted(mine, theirs))
    }

    /// True if both give everything that identifies a person, and all of it differs.
    private func areContradicted(_ one: DuplicateProfile, _ other: DuplicateProfile) -> Bool {
        let identifying = columns.indices.filter { columns[$0].kind != .other }
        return !identifying.isEmpty
            && identifying.allSatisfy { column in
                let (hash, another) = (one.hashes[column], other.hashes[column])
                return hash != 0 && another != 0 && hash != another
            }
    }
}
