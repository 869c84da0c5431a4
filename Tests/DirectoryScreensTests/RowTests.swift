import DirectoryModel
import DirectoryStore
import Foundation
import Testing

@testable import DirectoryScreens

/// What a row says, and why it was found.
struct RowTests {
    private let ana = DukePerson(
        DUID: 7, netid: "al7", fName: "Ana", lName: "Li", email: "al7@duke.edu", role: .Student,
        hobby: "long walks along rivers, chess")

    private func content(_ person: DukePerson, searched: String) throws -> RowContent {
        let folder = URL.temporaryDirectory.appending(path: "directory-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = try Store(sandbox: folder)
        _ = try store.save(person)
        let row = try #require(try store.rows(of: DukePerson.self, keys: [person.key]).first)
        let query = SearchQuery<DukePerson>(searched)
        return RowContent(try #require(try store.stored(DukePerson.self, row: row)))
            .found(by: TextMarker(needles: query.marked, fields: query.markedInFields), in: person.sentences)
    }

    private func words(_ pieces: [TextMarker.Piece]?) -> String? {
        pieces?.map { $0.isMatch ? "<\($0.text)>" : $0.text }.joined()
    }

    @Test func aRowSaysNameEmailAndTheDimLine() throws {
        let row = try content(ana, searched: "")
        #expect(row.title == "Ana Li")
        #expect(row.subtitle == "al7@duke.edu")
        #expect(row.detail == "0000007 · al7")
        #expect(row.spoken == "Ana Li, al7@duke.edu, 0000007 · al7")
        #expect(row.initials == "AL")
    }

    @Test(arguments: [
        ("CHESS", "Hobbies: …s along rivers, <chess>"),
        ("ho=long", "Hobbies: <long> walks a<long> rivers, chess"),
        ("ro=student", "Role: <Student>"),
        // A word of the sentences alone.
        ("can reach", "… and chess. You <can reach> them at al7@duke.edu."),
        // What the row shows anyway needs no reason.
        ("ana", nil), ("ln=li", nil), ("netid=al", nil), ("al7@", nil), ("", nil), ("nobody", nil),
    ])
    func theReasonIsSaidWhereTheRowDoesNotShowIt(searched: String, reason: String?) throws {
        let row = try content(ana, searched: searched)
        #expect(words(row.found) == reason)
        #expect(row.spoken.contains("Ana Li"))
    }

    @Test func whatMatchesIsMarkedAccentsAside() {
        let marker = TextMarker(needles: [Folding.bytes("zoe")])
        #expect(words(marker.pieces(of: "Zoë and ZOE")) == "<Zoë> and <ZOE>")
        #expect(words(marker.pieces(of: "nobody")) == "nobody")
    }

    @Test(arguments: [
        ("Ana Li", "AL"), ("Cher", "C"), ("María de la Cruz", "MC"), ("李 小龍", "李小"), ("", ""), ("7 up", "U"),
    ])
    func initials(name: String, expected: String) {
        #expect(RowContent.initials(of: name) == expected)
        #expect((0..<12).contains(RowContent.colour(of: name)))
    }
}
