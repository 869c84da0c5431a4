import DirectoryModel
import Foundation
import Testing

/// A person: fields, defaults, and the description.
struct DukePersonTests {
    static func ric() -> DukePerson {
        DukePerson(
            DUID: 664_541, fName: "Ric", lName: "Telford", email: "ric.telford@duke.edu", from: "Pittsboro, NC",
            gender: .Male, role: .Professor)
    }

    @Test(
        arguments: [
            (ric(), "Ric Telford is a Professor. He is from Pittsboro, NC. You can reach him at ric.telford@duke.edu."),
            (
                DukePerson(
                    DUID: 1, fName: "Zoë", lName: "Strauß", email: "zs12@duke.edu", from: "Bonn", gender: .Female,
                    role: .Student, program: "ECE", plan: "MS", team: "Herons", movie: "Alien",
                    hobby: "swimming, chess,tea", languages: ["Swift", "C"]),
                "Zoë Strauß is a Student. She is from Bonn. "
                    + "Zoë is in the ECE program working towards an MS degree. Her hobbies are swimming, chess and tea. "
                    + "She knows Swift and C. Her favorite movie is Alien. She is on team Herons. "
                    + "You can reach her at zs12@duke.edu."
            ),
            // Studies are only a student's; sentences of missing values are left out.
            (DukePerson(DUID: 1, fName: "Ana", lName: "Li", role: .TA, program: "ECE", plan: "PhD"), "Ana Li is a TA."),
            (DukePerson(DUID: 1, fName: "Ana", lName: "Li"), "Ana Li."),
            (DukePerson(DUID: 1, fName: "Ana", lName: "Li", role: .Other), "Ana Li is a member of the class."),
            (
                DukePerson(DUID: 5, fName: "", lName: "", email: "a@b.c.", movie: "."),
                "0000005. You can reach them at a@b.c."
            ),
            (
                DukePerson(DUID: 5, role: .Student, program: "ECE"),
                "0000005 is a Student. 0000005 is in the ECE program."
            ),
            (
                DukePerson(
                    DUID: 1, fName: "Ana", lName: "Li", email: "a@b.c", from: "Bonn", gender: .Other, hobby: "chess",
                    languages: ["C"]),
                "Ana Li. They are from Bonn. Their hobby is chess. They know C. You can reach them at a@b.c."
            ),
            (
                DukePerson(DUID: 1, fName: "Ana", lName: "Li", from: "Bonn", hobby: "chess", languages: ["C"]),
                "Ana Li. They are from Bonn. Their hobby is chess. They know C."
            ),
        ] as [(DukePerson, String)])
    func everySentenceOfADescription(person: DukePerson, description: String) {
        #expect(person.description == description)
    }

    @Test(arguments: [
        ("MS", "an"), ("MEng", "an"), ("PhD", "a"), ("BSE", "a"), ("Masters", "a"), ("undergraduate", "an"),
        ("university", "a"), ("European", "a"), ("honors", "an"), ("history", "a"), ("Économie", "an"), ("MBA", "an"),
        ("one-year", "a"), ("8-week", "an"), ("NASA", "a"), ("18th", "an"), ("1800", "a"), ("Ukrainian", "a"),
        ("Urdu", "an"), ("\u{201C}Arts\u{201D}", "an"), ("honest", "an"), ("X", "an"),
    ])
    func articles(plan: String, article: String) {
        let person = DukePerson(DUID: 1, fName: "A", lName: "B", role: .Student, plan: plan)
        #expect(person.description.contains("towards \(article) \(plan) degree"))
    }

    @Test func aVeryLongNameIsCutWhereItIsPrinted() {
        let long = String(repeating: "x", count: 5_000)
        let person = DukePerson(DUID: 5, fName: long, lName: long, role: .Student, program: "ECE")
        for text in [person.displayName, person.text(style: .line), person.description] {
            #expect(text.count < 500 && text.contains("…"))
        }
        #expect(person.fName == long)
    }

    @Test func onlyDUIDIsRequiredAndDefaultsAreNotShown() {
        let person = DukePerson(DUID: 7)
        #expect(
            [person.fName, person.lName, person.email, person.from] == ["firstname", "lastname", "unknown", "unknown"])
        #expect(person.paddedDUID == "0000007")
        let student = DukePerson(DUID: 5, role: .Student, program: "ECE")
        #expect(student.displayName == "0000005" && student.name.isEmpty && student.rowSubtitle.isEmpty)
        #expect(DukePerson(DUID: 5, fName: "Zoë").displayName == "Zoë")
    }
}
