import DirectoryModel
import DirectoryStore
import Foundation
import Testing
import TypedStore
import Waiting

@testable import DirectoryScreens

/// What a roster is of, and what stands on its pages.
@MainActor
final class RosterScreenTests {
    private let folder = Folder()
    private let store: Store

    init() throws { store = try Store(sandbox: folder.url) }

    private static let people = [
        DukePerson(DUID: 1, fName: "Ana", lName: "Li", email: "ana@duke.edu", role: .Student, team: "Red"),
        DukePerson(DUID: 2, fName: "Bo", lName: "Ma", email: "bo@duke.edu", role: .Student, team: "Blue"),
        DukePerson(DUID: 3, fName: "Cy", lName: "No", email: "cy@duke.edu", role: .Professor),
    ]

    private func roster(
        of people: [DukePerson] = people, shown: [Int] = [1, 2, 3], selected: [Int] = [],
        _ options: RosterOptions = RosterOptions()
    ) throws -> RosterScreen {
        try store.saveAll(people)
        let rows = { [store] (keys: [Int]) in try store[.people].rows(keys: keys) }
        let screen = RosterScreen(
            of: store[.people], emojis: HobbyEmojis(table: ""), shown: try rows(shown), selected: try rows(selected),
            order: "last", options: options)
        screen.date = Date(timeIntervalSince1970: 1_700_000_000)
        return screen
    }

    private func marks(_ screen: RosterScreen) -> [[RosterMark]] {
        let pages = screen.pages(on: screen.sheet) { text, width in
            // Letters of half their height in width.
            let letters = Double(text.text.count) * text.size / 2
            return min(Double(text.lines), max(1, (letters / width).rounded(.up))) * text.leading
        }
        return (0..<pages.count).map(pages.marks)
    }

    private func text(_ marks: [RosterMark]) -> [String] {
        marks.flatMap { mark -> [String] in
            if case .text(let texts, _, _, _) = mark { texts.map(\.text) } else { [] }
        }
    }

    @Test func allPeopleAreListedBySectionAndATeamIsOne() throws {
        let screen = try roster()
        #expect(
            text(marks(screen)[0]) == [
                "People", "3 people", "Professor", "1", "Cy No", "cy@duke.edu", "Student", "2", "Ana Li",
                "ana@duke.edu", "Bo Ma", "bo@duke.edu", "People", "November 14, 2023", "1 of 1",
            ])
        screen.change { $0.grouping = "team" }
        let page = text(marks(screen)[0])
        #expect(page.contains("Red") && page.contains("Blue"))
        screen.change { $0.grouping = "nothing" }
        #expect(screen.options.grouping == "role")
    }

    @Test func onlyWhatTheListShowsIsPrinted() throws {
        #expect(text(marks(try roster(shown: [2]))[0]).contains("1 person"))
        let nobody = try roster(shown: [])
        #expect(!nobody.canPrint)
        #expect(text(marks(nobody)[0]).contains("There are no records to print"))
        // A person who is deleted leaves an empty cell
        let screen = try roster()
        _ = try store[.people].delete(key: 2)
        #expect(!text(marks(screen)[0]).contains("Bo Ma"))
    }

    @Test func selectedPeopleCanBePrintedAlone() throws {
        #expect(try roster().subjects == [.list])
        #expect(try roster(selected: [1, 2]).subjects == [.list, .selected])
        let screen = try roster(selected: [1])
        #expect(screen.subjects == [.list, .selected, .card])
        screen.change { $0.subject = .selected }
        #expect(text(marks(screen)[0]).contains("Ana Li"))
        #expect(!text(marks(screen)[0]).contains("Bo Ma"))
        // A card that nobody is open for is the list
        #expect(try roster(RosterOptions { $0.subject = .card }).options.subject == .list)
    }

    @Test func signingOnAddsALineForEverybody() throws {
        let screen = try roster()
        let rules = marks(screen)[0].count { if case .rule = $0 { true } else { false } }
        screen.change { $0.hasSignIn = true }
        let signed = marks(screen)[0].count { if case .rule = $0 { true } else { false } }
        #expect((rules, signed) == (2, 5))
        #expect(text(marks(screen)[0]).contains("Signature"))
    }

    @Test func onlyColumnsThatFitThePaperCanBeChosen() throws {
        let screen = try roster()
        #expect((screen.columnChoices, screen.columns) == (Array(1...8), nil))
        screen.change { $0.columns = 6 }
        #expect(screen.columns == 6)
        screen.change { $0.paper = .a6 }
        #expect((screen.columnChoices, screen.columns) == (Array(1...3), 3))
        screen.change { $0.hasSignIn = true }
        #expect((screen.columnChoices, screen.columns) == ([1], 1))
        screen.change { $0.hasSignIn = false }
        screen.change { $0.paper = .letter }
        #expect((screen.columnChoices, screen.columns) == (Array(1...8), 6))
    }

    @Test func theTitleFollowsWhatIsPrintedUntilItIsTyped() throws {
        let screen = try roster(selected: [1])
        #expect((screen.options.title, screen.fileName) == ("People", "People.pdf"))
        screen.change { $0.subject = .card }
        #expect((screen.options.title, screen.fileName) == ("Ana Li", "Ana Li.pdf"))
        screen.change { $0.title = "../ECE 564/Fall" }
        screen.change { $0.subject = .list }
        #expect((screen.options.title, screen.fileName) == ("../ECE 564/Fall", "-ECE 564-Fall.pdf"))
    }

    @Test func cardShowsEverythingOnOnePage() throws {
        let screen = try roster(
            selected: [1],
            RosterOptions {
                $0.subject = .card
                $0.paper = .a6
            })
        let pages = marks(screen)
        #expect(pages.count == 1)
        let texts = text(pages[0])
        for text in ["Ana Li", "Student · Red", "ana@duke.edu", "DUID", "0000001"] {
            #expect(texts.contains(text), "\(text)")
        }
        // Under the name already.
        for text in ["Email", "First Name", "Team"] { #expect(!texts.contains(text), "\(text)") }
        #expect(pages[0].compactMap(\.face).map(\.initials) == ["AL"])
    }

    @Test func aCardThatIsTooLongGoesOn() throws {
        let long = DukePerson(
            DUID: 1, fName: "Ana", lName: "Li", role: .Student, movie: String(repeating: "words ", count: 160),
            hobby: String(repeating: "words ", count: 160), languages: Array(repeating: "Swift", count: 90))
        let screen = try roster(
            of: [long], shown: [1], selected: [1],
            RosterOptions {
                $0.subject = .card
                $0.paper = .a6
                $0.isLandscape = true
            })
        let pages = marks(screen)
        #expect(pages.count > 1)
        #expect(text(pages[1]).contains("2 of \(pages.count)"))
        for page in pages {
            for mark in page {
                if case .text(_, let index, _, _) = mark { #expect(screen.sheet.content.contains(index)) }
            }
        }
    }

    private struct Canceled: Error, CustomStringConvertible { let description = "Canceled." }

    @Test func theResultOfWritingIsShown() async throws {
        let screen = try roster()
        screen.write(canCancel: false) { "Sent" }
        #expect(screen.isWriting && !screen.canPrint && screen.progress?.canCancel == false)
        #expect(await until { screen.text == "Sent" && screen.canPrint })
        screen.write(canCancel: false) { throw Canceled() }
        #expect(await until { screen.problem == "Canceled." && screen.text == nil && !screen.isWriting })
        // Of nobody, nothing is written
        let nobody = try roster(shown: [])
        nobody.write(canCancel: false) { "Sent" }
        #expect(!nobody.isWriting)
    }

    @Test func closingTheWindowCancelsWritingAndReportsThat() async throws {
        let screen = try roster()
        var reports: [String] = []
        screen.report = { reports.append($0) }
        let (pages, page) = AsyncStream.makeStream(of: Void.self)
        defer { page.finish() }
        screen.write(canCancel: true) {
            for await _ in pages {}
            throw Canceled()
        }
        screen.closed()
        #expect(await until { !screen.isWriting })
        #expect(reports == ["Canceled."])
    }
}
