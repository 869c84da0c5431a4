import DirectoryModel
import Foundation
import Hostile
import NIOHTTP1
import Testing

@testable import DirectoryServer

/// What people upload to do harm is text on the page, or refused with the field's name.
@Suite struct HostilePageTests {
    /// A person all of whose texts are `text`.
    private static func person(_ text: String) -> DukePerson {
        DukePerson(
            DUID: 7, netid: TestServer.netid, fName: text, lName: text, email: "ab12@duke.edu", from: text,
            role: .Student, program: text, plan: text, team: text, movie: text, hobby: text, languages: [text])
    }

    /// The tags of a page, what their attributes hold taken out: nothing people write may change them.
    private func tags(_ page: String) -> [String] {
        page.matches(of: /<[^<>]*>/).map { String($0.0).replacing(/"[^"]*"/, with: "\"\"") }
    }

    @Test(.server([HostilePageTests.person("Plain")])) func uploadedTextIsNeverHTML() async throws {
        let plain = tags(try await server.send(.GET, "/entries").text)
        for hostile in HostileText.all {
            // When it is uploaded by hand, unmended
            let body = try Self.person(hostile.text).json()
            let answer = try await server.send(.PUT, "/entries/\(TestServer.netid)", body: body)
            let page = try await server.send(.GET, "/entries")
            // Then it is there as the rules keep it, and the page is the same but for its texts
            if let saved = hostile.saved, body.utf8.count < 256 << 10 {
                #expect(answer.status == 200, "\(hostile)")
                let stored = try await server.send(.GET, "/entries/\(TestServer.netid)")
                let there = try JSONDecoder().decode(DukePerson.self, from: stored.body)
                let sent = try JSONDecoder().decode(DukePerson.self, from: Data(body.utf8))
                let expected = DukePerson(try sent.record.normalized())
                #expect(there.compareUpdate(expected).isEmpty, "\(hostile) \(there.compareUpdate(expected))")
                #expect(there.fName == saved, "\(hostile)")
                if !saved.isEmpty { #expect(tags(page.text) == plain, "\(hostile)") }
            } else {
                #expect([413, 422].contains(answer.status), "\(hostile)")
                #expect(answer.status == 413 || answer.json["field"] == "fName", "\(hostile)")
                for part in ["error", "recovery"] {
                    #expect(answer.json[part]?.hasSuffix(".") == true, "\(hostile)")
                }
            }
            #expect(page.status == 200, "\(hostile)")
            #expect(!page.text.contains("<script"), "\(hostile)")
            #expect(page.text.split(separator: "\n").allSatisfy { String($0).isOneSafeLine }, "\(hostile)")
        }
    }
}
