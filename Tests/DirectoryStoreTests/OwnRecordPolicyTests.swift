import Testing

@testable import DirectoryStore

/// What may happen to the user's own record, without a store.
struct OwnRecordPolicyTests {
    typealias Effect = OwnRecordPolicy.SignInEffect

    /// A record of ana, as the first launch created it.
    private static var first: OwnRecordPolicy {
        OwnRecordPolicy(key: 0, hash: 1, owner: "ana", isMarked: true, untouched: 1, netid: "ana")
    }

    /// A record of ana, as a server has it.
    private static var published: OwnRecordPolicy {
        OwnRecordPolicy(key: 5, hash: 1, owner: "ana", isMarked: true, published: 1, listed: 1, netid: "ana")
    }

    private static func with(_ policy: OwnRecordPolicy, _ change: (inout OwnRecordPolicy) -> Void) -> OwnRecordPolicy {
        var policy = policy
        change(&policy)
        return policy
    }

    @Test func editedRecordsAreRecognized() {
        let none = OwnRecordPolicy()
        let edited = Self.with(Self.first) { $0.hash = 2 }
        let editedSince = Self.with(Self.published) { $0.hash = 2 }
        let uploaded = Self.with(editedSince) { $0.published = 2 }
        let unmarked = OwnRecordPolicy(key: 5, hash: 1, owner: "ana", listed: 1)
        for (policy, facts) in [
            (none, []), (Self.first, ["untouched", "open"]), (edited, ["edited", "ever", "open"]),
            (Self.published, ["server"]), (editedSince, ["edited", "ever", "server"]), (uploaded, ["ever", "server"]),
            (unmarked, ["server"]),
        ] as [(OwnRecordPolicy, [String])] {
            let found: [(String, Bool)] = [
                ("untouched", policy.isUntouched), ("edited", policy.isEdited), ("ever", policy.wasEdited),
                ("server", policy.isOfServer), ("open", policy.isKeyOpen),
            ]
            #expect(found.filter { $0.1 }.map { $0.0 } == facts, "\(policy)")
        }
    }

    @Test func aSignInChangesWhatItMay() {
        let bo = { (policy: OwnRecordPolicy) in Self.with(policy) { $0.netid = "bo" } }
        let editedFirst = Self.with(bo(Self.first)) { $0.hash = 2 }
        let editedSince = Self.with(bo(Self.published)) { $0.hash = 2 }
        let besides = { (policy: OwnRecordPolicy) in Self.with(policy) { $0.other = 7 } }
        for (policy, accepted, typed, requested) in [
            (OwnRecordPolicy(netid: "bo"), .nothing, .nothing, nil),
            (OwnRecordPolicy(key: 7, hash: 1, owner: "bo", netid: "bo"), .move(to: 7), .nothing, nil),
            (Self.first, .nothing, .nothing, nil),
            (Self.with(Self.first) { $0.netid = "" }, .nothing, .nothing, nil),
            (bo(Self.first), .adopt, .adopt, nil),
            (besides(bo(Self.first)), .replace(by: 7), .replace(by: 7), nil),
            (besides(editedFirst), .adopt, .nothing, nil),
            (Self.with(editedFirst) { $0.accepted = "BO" }, .adopt, .nothing, nil),
            (Self.with(editedFirst) { $0.accepted = "ana" }, .move(to: nil), .nothing, "ana"),
            (besides(Self.with(editedFirst) { $0.accepted = "ana" }), .move(to: 7), .nothing, "ana"),
            (Self.with(bo(Self.first)) { $0.accepted = "ana" }, .adopt, .adopt, nil),
            (Self.with(Self.published) { $0.netid = "ANA" }, .nothing, .nothing, nil),
            (bo(Self.published), .move(to: nil), .nothing, nil),
            (besides(bo(Self.published)), .move(to: 7), .nothing, nil),
            (besides(editedSince), .move(to: 7), .nothing, "ana"),
            (Self.with(editedSince) { $0.publishedOwner = "Bo" }, .nothing, .nothing, nil),
            (Self.with(editedSince) { $0.accepted = "bo" }, .nothing, .nothing, nil),
            (Self.with(editedSince) { $0.accepted = "an1" }, .move(to: nil), .nothing, "an1"),
        ] as [(OwnRecordPolicy, Effect, Effect, String?)] {
            #expect(policy.signInEffect(isAccepted: true) == accepted, "\(policy)")
            #expect(policy.signInEffect(isAccepted: false) == typed, "\(policy)")
            #expect(policy.unsentOwner(accepted) == requested, "\(policy)")
        }
    }
}
