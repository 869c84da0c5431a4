import DirectoryModel
import Testing

/// Versions of a record, merged over their base.
struct ThreeWayMergeTests {
    private let base = DukePerson(
        DUID: 7, netid: "ana1", fName: "Ana", movie: "Alien", hobby: "chess", languages: ["Swift"], picture: "aGk=")

    private func changed(_ change: (inout DukePerson) -> Void) -> DukePerson {
        var person = base
        change(&person)
        return person
    }

    private func merge(_ mine: DukePerson, _ theirs: DukePerson, base: DukePerson?) -> ThreeWayMerge {
        ThreeWayMerge(mine: mine.record, theirs: theirs.record, base: base?.record)
    }

    @Test func aFieldThatOnlyOneSideChangedIsThatSides() {
        // Given a new movie on one side, and a new hobby and picture on the other
        let mine = changed { $0.movie = "Up" }
        let theirs = changed { ($0.hobby, $0.picture) = ("swimming", "aG8=") }
        let merge = self.merge(mine, theirs, base: base)
        // Then there is no conflict, and both changes are kept
        #expect(merge.isDecided)
        #expect(merge.onlyMine.map(\.key) == ["movie"] && merge.onlyTheirs.map(\.key) == ["hobby", "picture"])
        #expect(merge.person() == changed { ($0.movie, $0.hobby, $0.picture) = ("Up", "swimming", "aG8=") })
    }

    @Test func fieldChangedBySidesConflictsUnlessEqual() {
        let mine = changed { ($0.movie, $0.hobby, $0.team) = ("Up", "swimming", "Owls") }
        let theirs = changed { ($0.movie, $0.hobby) = ("Brazil", "swimming") }

        let merge = self.merge(mine, theirs, base: base)

        #expect(merge.conflicts.map(\.key) == ["movie"] && !merge.isDecided)
        #expect(merge.person() == mine)
        #expect(merge.person(takingTheirs: ["movie"]).movie == "Brazil")
        #expect(merge.person(takingTheirs: ["movie"]).team == "Owls")
    }

    @Test func theBaseOfALaterMergeHasTheBasesValuesOfConflicts() {
        let mine = changed { $0.movie = "Up" }
        let theirs = changed { ($0.movie, $0.hobby) = ("Brazil", "swimming") }
        let undecided = merge(mine, theirs, base: base).undecidedBase
        #expect(undecided == changed { $0.hobby = "swimming" }.record)
        // Later, mine is still the only side that decided nothing
        #expect(merge(mine, theirs, base: DukePerson(undecided)).conflicts.map(\.key) == ["movie"])
    }

    @Test func emptiedFieldsAreEmptiedAndTwoEmptyValuesDoNotConflict() {
        let merge = self.merge(
            changed { ($0.languages, $0.from) = ([], "") }, changed { ($0.movie, $0.from) = ("", "unknown") },
            base: base)
        #expect(merge.person().languages.isEmpty && merge.person().movie.isEmpty && merge.isDecided)
    }

    @Test func withoutABaseEveryDifferenceIsAskedForButTheKey() {
        let merge = self.merge(base, changed { $0.movie = "Up" }.keyed(9), base: nil)
        #expect(merge.conflicts.map(\.key) == ["movie"])
        #expect(merge.person().DUID == 9 && merge.person().movie == "Alien")
    }

    /// The record of a first launch clears no published values.
    @Test func withoutABaseMissingValuesAreTheirs() {
        let mine = DukePerson(DUID: 0, netid: base.netid, fName: "Toni", movie: "Up")
        let merge = self.merge(mine, base, base: nil)
        #expect(Set(merge.conflicts.map(\.key)) == ["fName", "movie"])
        #expect(merge.person().team == base.team && merge.person().email == base.email)
    }
}

extension ThreeWayMerge {
    fileprivate func person(takingTheirs keys: Set<String> = []) -> DukePerson {
        DukePerson(merged(takingTheirs: keys))
    }
}
