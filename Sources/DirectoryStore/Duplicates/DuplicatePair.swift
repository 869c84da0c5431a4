import DirectoryModel

/// Two records that may be about one person.
struct DuplicatePair {
    /// The indices of the profiles, in ascending order.
    let positions: (Int, Int)
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
        (rank, reasons[0], positions.0, positions.1) < (
            other.rank, other.reasons[0], other.positions.0, other.positions.1
        )
    }
}

/// Pairs joined to groups.
struct JoinedPairs {
    /// The indices of a group's profiles, and its first pair.
    typealias Group = (indices: [Int], pair: DuplicatePair)

    private(set) var groups: [Group] = []
    private let pairs: [[Int]: DuplicatePair]
    private let areApart: (Int, Int) -> Bool
    /// The first group of each profile.
    private var homes: [Int: Int] = [:]

    /// - Parameter areApart: returns true for two profiles that are not about one person.
    init(_ pairs: [DuplicatePair], areApart: @escaping (Int, Int) -> Bool) {
        self.pairs = Dictionary(uniqueKeysWithValues: pairs.map { ([$0.positions.0, $0.positions.1], $0) })
        self.areApart = areApart
        for pair in pairs.sorted(by: { $0.isBefore($1) }) { add(pair) }
    }

    private mutating func add(_ pair: DuplicatePair) {
        let indices = [pair.positions.0, pair.positions.1]
        guard let home = indices.compactMap({ homes[$0] }).first else {
            for index in indices { homes[index] = groups.count }
            groups.append((indices, pair))
            return
        }
        if let new = indices.first(where: { homes[$0] == nil }), fits(new, in: groups[home], pair.section) {
            homes[new] = home
            groups[home].indices.append(new)
        } else if homes[indices[0]] != homes[indices[1]] {
            if pair.isCertain { doubtGroups(of: indices) }
            // A record of another group, too, may be gone when this one is merged.
            var later = pair
            later.isCertain = false
            groups.append((indices, later))
        }
    }

    /// True if the new profile makes pairs like the group's with all of the group.
    private func fits(_ new: Int, in group: Group, _ section: DuplicateGroup.Section) -> Bool {
        group.pair.section == section
            && group.indices.allSatisfy { old in
                let pair = pairs[[old, new].sorted()]
                return pair?.isCertain == group.pair.isCertain && pair?.section == section
            }
    }

    /// Who may be either of two people is not certain to be one of them.
    private mutating func doubtGroups(of indices: [Int]) {
        for home in indices.compactMap({ homes[$0] }) {
            let isEither = groups[home].indices.contains { old in indices.contains { areApart(old, $0) } }
            if isEither { groups[home].pair.isCertain = false }
        }
    }
}
