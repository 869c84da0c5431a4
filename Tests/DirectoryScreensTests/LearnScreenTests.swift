import DirectoryModel
import DirectoryStore
import Foundation
import Hostile
import Testing
import TypedStore

@testable import DirectoryScreens

/// A deck is played to its end by its screen alone.
@MainActor
final class LearnScreenTests {
    private let folder = Folder()
    private var now = Date(timeIntervalSince1970: 1_700_000_000)

    /// - Parameter picture: nil for one of their own.
    private static func person(
        _ DUID: Int, _ first: String, _ last: String, _ gender: Gender = .Unknown, team: String = "",
        picture: String? = nil
    ) -> DukePerson {
        let own = Data([0xFF, 0xD8, 0xFF, UInt8(DUID)]).base64EncodedString()
        return DukePerson(
            DUID: DUID, fName: first, lName: last, gender: gender, role: .Student, team: team, picture: picture ?? own)
    }

    private static let people = [
        person(1, "Łukasz", "Nowak"), person(2, "Ana", "Li"), person(3, "Ana", "Ma"), person(4, "Anna", "Berg"),
        person(5, "محمد", "الأمير"), person(6, "小龍", "李"), person(7, "Zoë", "Strauß"),
        person(8, "No", "Picture", picture: ""), person(9, "firstname", "lastname"),
    ]

    /// The screen of a deck, once it was read.
    private func screen(
        _ people: [DukePerson] = people, seed: UInt64 = 1, called name: String = ""
    ) async throws -> LearnScreen {
        let store = try folder.store(people)
        let now = now
        let screen = LearnScreen(
            of: store[.people], rows: try store[.people].rows(keys: people.map(\.DUID)), called: name,
            chance: Draw(seed: seed), clock: WallClock(now: { now }, sleep: { _ in }))
        await screen.reading?.value
        return screen
    }

    /// Continues until this person is shown; the others are named right.
    private func ask(_ key: Int, of screen: LearnScreen) throws {
        while screen.question?.card.key != key {
            #expect(screen.page == .question)
            choose(isRight: true, in: screen)
            screen.nextTapped()
        }
    }

    private func choose(isRight: Bool, in screen: LearnScreen) {
        guard let question = screen.question else { return }
        let index = question.choices.firstIndex { ($0.key == question.card.key) == isRight }
        if let index { screen.choiceTapped(index) }
    }

    /// Names everyone right, and returns how many there were.
    private func playedToItsEnd(_ screen: LearnScreen) -> Int {
        var count = 0
        while screen.page == .question {
            choose(isRight: true, in: screen)
            screen.nextTapped()
            count += 1
        }
        return count
    }

    private func type(_ text: String, in screen: LearnScreen) {
        screen.typedChanged(text)
        screen.typedActivated()
    }

    // MARK: A round

    @Test func aDeckWithoutTheUsersOwnRecordIsPlayedToItsEnd() async throws {
        try Setting.netid.set("al9", in: Store(sandbox: folder.url))
        let screen = try await screen(Self.people + [Self.person(20, "Own", "Self").with(\.netid, "al9")])
        #expect(screen.page == .question)
        #expect(screen.omittedText == "1 person without a picture is left out. 1 person without a name is left out.")
        #expect(screen.knownText == "You know 0 of 7")
        var shown: [Int] = []
        var missed: Int?
        while screen.page == .question {
            let key = try #require(screen.question?.card.key)
            shown.append(key)
            let isRight = missed != nil
            if !isRight { missed = key }
            choose(isRight: isRight, in: screen)
            let outcome = try #require(screen.outcome)
            #expect(outcome.isRight == isRight)
            #expect(outcome.text.hasPrefix(isRight ? "Correct: " : "This is "))
            // A second answer to the same question is not taken.
            screen.choiceTapped(0)
            #expect(screen.outcome == outcome)
            screen.nextTapped()
        }
        #expect(shown.count == 8 && Set(shown) == Set(1...7))
        #expect(shown[0] == shown[4], "What was not known comes again after three others.")
        #expect(screen.page == .wall && screen.isRoundOver)
        #expect(screen.knownText == "You know everyone (7)")
        #expect(screen.fraction == 1)
        #expect(screen.cards.allSatisfy(screen.isKnown))
        screen.nextTapped()
        #expect(screen.page == .question, "Whoever is known can be practiced again.")
    }

    @Test func learnedNamesAreStoredAndRepeatedLater() async throws {
        let first = try await screen()
        for _ in 0..<4 {
            choose(isRight: true, in: first)
            first.nextTapped()
        }
        choose(isRight: false, in: first)
        let missed = try #require(first.question?.card.key)
        await first.work.inOrder {}
        // Another program start: the missed name comes first, those that are known are not shown.
        let second = try await screen(seed: 2)
        #expect(second.knownText == "You know 4 of 7")
        #expect(second.question?.card.key == missed)
        #expect(playedToItsEnd(second) == 3)
        await second.work.inOrder {}
        // The next day all are due.
        now.addTimeInterval(86_400)
        let third = try await screen(seed: 3)
        #expect(third.knownText == "You know everyone (7)")
        #expect(playedToItsEnd(third) == 7)
    }

    @Test func theWallIsShownInBetween() async throws {
        let screen = try await screen()
        let question = screen.question
        screen.wallTapped()
        #expect(screen.page == .wall && !screen.isRoundOver)
        screen.choiceTapped(0)
        #expect(screen.outcome == nil)
        screen.nextTapped()
        #expect(screen.page == .question && screen.question?.card == question?.card)
        screen.nextTapped()
        #expect(screen.outcome?.text == "This is \(question?.card.name ?? "")")
        #expect(screen.outcome?.isRight == false)
    }

    // MARK: Typed answers

    /// “Ana” is another person’s name, not a typing error; other letters are another name.
    @Test(arguments: [
        (1, "Łukasz", true, ""), (1, "lukasz nowak", true, ""), (1, "nowak", true, ""),
        (1, "Lukaz", true, "You typed “Lukaz”."), (5, "محمد", true, ""), (5, "مخمد", true, "You typed “مخمد”."),
        (6, "李小龍", true, ""), (6, "小龍", true, ""), (7, "Zoe\u{308} Strauss", true, ""), (7, "zoe", true, ""),
        (2, "Ana Li", true, ""), (4, "Anna", true, ""), (4, "Ana", false, "You typed “Ana”."),
        (4, "Ana Li", false, "You typed “Ana Li”."), (6, "李小明", false, "You typed “李小明”."),
        (1, "Luk", false, "You typed “Luk”."), (5, "小龍", false, "You typed “小龍”."),
    ])
    func aTypedNameIsRightOrWrong(key: Int, typed: String, isRight: Bool, note: String) async throws {
        let screen = try await screen()
        try ask(key, of: screen)
        let name = try #require(screen.question?.card.name)
        type(typed, in: screen)
        #expect(screen.outcome?.isRight == isRight)
        if isRight { #expect(screen.outcome?.text == "Correct: \(name)") }
        #expect(screen.outcome?.note == note)
        screen.nextTapped()
        #expect(screen.typed == "")
    }

    @Test func aFirstNameOfSeveralIsNotAnAnswerYet() async throws {
        let screen = try await screen()
        try ask(2, of: screen)
        for empty in ["", "  "] {
            type(empty, in: screen)
            #expect(screen.outcome == nil && screen.hint == nil)
        }
        type("ana", in: screen)
        #expect(screen.outcome == nil)
        #expect(screen.hint == "Several people match “ana”. Type more of the name.")
        screen.typedChanged("ana l")
        #expect(screen.hint == nil)
        type("ana li", in: screen)
        #expect(screen.outcome?.text == "Correct: Ana Li")
    }

    @Test func digitsChooseUntilLettersAreTyped() async throws {
        #expect(try await self.screen().deckText.isEmpty)
        let screen = try await screen(called: "Team: Owls")
        #expect(screen.deckText == "Team: Owls · 7 people")
        #expect(screen.takesTyping)
        screen.typedChanged("A")
        #expect(!screen.digitTyped(1) && screen.outcome == nil, "It is a part of the name.")
        screen.typedChanged("")
        #expect(screen.digitTyped(1) && screen.outcome != nil)
        #expect(!screen.takesTyping)
        screen.nextTapped()
        screen.wayChosen(.faceOfName)
        #expect(!screen.takesTyping)
    }

    // MARK: Choices

    @Test func twoPeopleOfOneNameAreBothRight() async throws {
        let people = [
            Self.person(1, "Ana", "Li"), Self.person(2, "Ana", "Lí"), Self.person(3, "Bo", "Ma"),
            Self.person(4, "Cy", "No"), Self.person(5, "Di", "Po"),
        ]
        for seed in 1...20 as ClosedRange<UInt64> {
            let screen = try await screen(people, seed: seed)
            while screen.page == .question {
                let question = try #require(screen.question)
                #expect(Set(question.choices.map(\.parts)).count == 4)
                #expect(question.choices.contains(question.card))
                if question.card.key < 3 { type("Ana", in: screen) } else { choose(isRight: true, in: screen) }
                #expect(screen.outcome?.isRight == true)
                screen.nextTapped()
            }
            await screen.work.inOrder {}
        }
    }

    @Test func aNameHasFacesToChooseFrom() async throws {
        let screen = try await screen()
        screen.wayChosen(.faceOfName)
        let question = try #require(screen.question)
        #expect(question.text == question.card.name)
        #expect(question.choices.count == 4)
        for choice in question.choices { #expect(question.spoken(choice) == "Student.") }
        let wrong = try #require(question.choices.firstIndex { $0 != question.card })
        screen.choiceTapped(wrong)
        #expect(screen.outcome?.note == "You chose \(question.choices[wrong].name).")
        #expect(screen.outcome?.chosen == question.choices[wrong].key)
    }

    @Test func choicesHaveDifferentPictures() async throws {
        let people = (1...9).map { number in
            Self.person(number, "Name\(number)x", "Last", picture: number < 6 ? "/9j/" : nil)
        }
        let screen = try await screen(people)
        try ask(1, of: screen)
        #expect(screen.question?.choices.count == 4)
        #expect(screen.question?.choices.count { $0.key < 6 } == 1)
        type("Name2x", in: screen)
        #expect(screen.outcome == nil)
        #expect(screen.hint == "Name2x Last has the same picture. Type another name.")
        type("Name7x", in: screen)
        #expect(screen.outcome?.isRight == false)
    }

    @Test func choicesAreSimilarPeople() async throws {
        let others = (0..<40).map { Self.person(100 + $0, "Other\($0)", "Person", .Male, team: "Blue") }
        let alike = (0..<5).map { Self.person(10 + $0, "Cy\($0)", "Person", .Female, team: "Red") }
        let deck = try await screen(others + alike).cards
        let card = try #require(deck.last)
        var chance = Draw(seed: 7)
        for _ in 0..<20 {
            let choices = LearnDeck(cards: deck).choices(for: card, using: &chance)
            #expect(choices.count { $0.name.hasPrefix("Cy") } >= 3)
        }
    }

    @Test func theDescriptionBesideAFaceDoesNotHaveTheName() throws {
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
        #expect(Collections.all.filter { $0.faceNames != nil }.map { $0.collection.name } == ["people"])
    }

    // MARK: Few people

    @Test(arguments: [1, 2, 3]) func fewPeopleAreFewChoices(count: Int) async throws {
        let screen = try await screen(Array(Self.people.prefix(count)))
        #expect(screen.question?.choices.count == count)
    }

    @Test func withoutPicturesASentenceIsShown() async throws {
        let screen = try await screen([Self.people[7]])
        #expect(screen.page == .empty)
        #expect(screen.omittedText == "1 person without a picture is left out.")
        screen.choiceTapped(0)
        screen.nextTapped()
        screen.nextTapped()
        #expect(screen.page == .empty)
    }

    @Test func aPictureThatCannotBeReadIsLeftOut() async throws {
        let screen = try await screen(Array(Self.people.prefix(2)))
        let key = try #require(screen.question?.card.key)
        screen.pictureMissing(key)
        screen.pictureMissing(key)
        #expect(screen.omittedText == "1 person without a picture is left out.")
        let other = try #require(screen.question)
        #expect(other.card.key != key && other.choices.count == 1)
        screen.pictureMissing(other.card.key)
        #expect(screen.page == .empty)
    }
}
