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

    @Test func aFieldThatOnlyOneSideChangedIsThatSides() {
        // Given a new movie on one side, and a new hobby and picture on the other
        let mine = changed { $0.movie = "Up" }
        let theirs = changed { ($0.hobby, $0.picture) = ("swimming", "aG8=") }
        let merge = ThreeWayMerge(mine: mine, theirs: theirs, base: base)
        // Then there is no conflict, and both changes are kept
        #expect(merge.isDecided)
        #expect(merge.onlyMine.map(\.key) == ["movie"] && merge.onlyTheirs.map(\.key) == ["hobby", "picture"])
        #expect(merge.merged() == changed { ($0.movie, $0.hobby, $0.picture) = ("Up", "swimming", "aG8=") })
    }

    @Test func aFieldThatBothChangedIsAskedForUnlessBothSayTheSame() {
        let mine = changed { ($0.movie, $0.hobby, $0.team) = ("Up", "swimming", "Owls") }
        let theirs = changed { ($0.movie, $0.hobby) = ("Brazil", "swimming") }

        let merge = ThreeWayMerge(mine: mine, theirs: theirs, base: base)

        #expect(merge.conflicts.map(\.key) == ["movie"] && !merge.isDecided)
        #expect(merge.merged() == mine)
        #expect(merge.merged(takingTheirs: ["movie"]).movie == "Brazil")
        #expect(merge.merged(takingTheirs: ["movie"]).team == "Owls")
    }

    @Test func whatWasEmptiedOnOneSideIsEmptied() {
        let merge = ThreeWayMerge(
            mine: changed { $0.languages = [] }, theirs: changed { $0.movie = "" }, base: base)
        #expect(merge.merged().languages.isEmpty && merge.merged().movie.isEmpty && merge.isDecided)
    }

    @Test func withoutABaseEveryDifferenceIsAskedForButTheKey() {
        let merge = ThreeWayMerge(mine: base, theirs: changed { $0.movie = "Up" }.keyed(9), base: nil)
        #expect(merge.conflicts.map(\.key) == ["movie"])
        #expect(merge.merged().DUID == 9 && merge.merged().movie == "Alien")
    }

    /// The record of a first launch clears no published values.
    @Test func withoutABaseWhatIDoNotGiveIsTheirs() {
        let mine = DukePerson(DUID: 0, netid: base.netid, fName: "Toni", movie: "Up")
        let merge = ThreeWayMerge(mine: mine, theirs: base, base: nil)
        #expect(Set(merge.conflicts.map(\.key)) == ["fName", "movie"])
        #expect(merge.merged().team == base.team && merge.merged().email == base.email)
    }

    @Test func twoWaysToSayNothingAreNoConflict() {
        let merge = ThreeWayMerge(
            mine: changed { $0.from = "" }, theirs: changed { ($0.from, $0.movie) = ("unknown", "Up") }, base: base)
        #expect(merge.isDecided && merge.merged().movie == "Up")
    }
}
