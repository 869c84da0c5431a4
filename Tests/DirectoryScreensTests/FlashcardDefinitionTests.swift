import DirectoryModel
import Testing

/// What a definition says of people and their faces.
struct FlashcardDefinitionTests {
    @Test func theNameIsNotInTheDescription() throws {
        let names = try #require(DukePerson.definition.faceNames)
        var person = DukePerson(
            DUID: 1, netid: "al", fName: "Ana", lName: "Li", email: "ana.li@duke.edu", from: "Oslo", gender: .Female,
            role: .Student, program: "ECE", plan: "MS", team: "Red", movie: "Li and Me", hobby: "violin",
            languages: ["C"])
        #expect(
            names.description(person.record)
                == "Student. She is from Oslo. Program: ECE. Plan: MS. Her hobby is violin. She knows C. She is on team Red."
        )
        person = DukePerson(DUID: 1, fName: "Ana")
        #expect(names.description(person.record) == "")
    }

    @Test func onlyPeopleHaveFaces() {
        #expect(Collections.all.filter { $0.faceNames != nil }.map { $0.collection.name } == ["people"])
    }
}
