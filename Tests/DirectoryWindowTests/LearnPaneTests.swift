import DirectoryModel
import DirectoryScreens
import DirectoryStore
import DirectoryWidgets
import GtkKit
import ProgramFiles
import TestingSupport
import XCTest

@testable import DirectoryWindow

/// The window in which names are learned: by keys, by typing, in both directions.
final class LearnPaneTests: WindowTestCase {
    func testADeckIsPlayedByKeys() throws {
        let (screen, pane) = try open(folder, try people(12))
        let (learn, shown) = try learn(pane)
        XCTAssertEqual(learn.omittedText, "1 person without a picture is left out.")
        let images = try XCTUnwrap(shown.window.child).every(Box.self).filter { $0.hasClass("learn-portrait") }
        let face = try XCTUnwrap(images.first)
        let entry = try XCTUnwrap(shown.window.every(Entry.self).first)
        XCTAssertTrue(until { entry.hasFocus })
        let description = learn.question?.card.description ?? ""
        XCTAssertTrue(face.isNamed("Who is this? \(description)"), description)
        XCTAssertTrue(entry.isDescribed(as: "Who is this? \(description)"), description)
        var count = 0
        while learn.page == .question, count < 40 {
            let question = try XCTUnwrap(learn.question)
            let index = try XCTUnwrap(question.choices.firstIndex(of: question.card))
            // The second answer is wrong.
            let key = count == 1 ? (index + 1) % question.choices.count : index
            XCTAssertTrue(entry.press(Key(count == 2 ? "KP_\(key + 1)" : "\(key + 1)")))
            XCTAssertEqual(learn.outcome?.isRight, count != 1)
            XCTAssertTrue(until { shown.window.defaultWidget != nil })
            let next = try XCTUnwrap(shown.window.defaultWidget)
            XCTAssertTrue(until { next.hasFocus && shown.isIdle })
            shown.window.every(Button.self).first { $0.label == "Next" }?.click()
            XCTAssertTrue(until { shown.isIdle && !next.hasFocus || learn.page == .wall })
            count += 1
        }
        XCTAssertEqual(count, 12)
        XCTAssertEqual(learn.knownText, "You know everyone (11)")
        XCTAssertTrue(until { shown.isIdle })
        shown.window.close()
        XCTAssertTrue(until { screen.sheet == nil })
    }

    func testANameIsTypedAndAFaceIsFound() throws {
        let (_, pane) = try open(folder, try people(12))
        let (learn, shown) = try learn(pane)
        let entry = try XCTUnwrap(shown.window.every(Entry.self).first)
        XCTAssertNil(shown.window.defaultWidget, "Return would show the answer.")
        entry.grabFocus()
        entry.userTypes(learn.question?.card.name ?? "")
        entry.pressReturn()
        XCTAssertEqual(learn.outcome?.isRight, true)
        XCTAssertTrue(until { shown.window.defaultWidget?.hasFocus == true })
        learn.nextTapped()
        XCTAssertTrue(until { entry.hasFocus && entry.text.isEmpty })
        learn.wayChosen(.faceOfName)
        XCTAssertTrue(until { learn.question?.way == .faceOfName && shown.isIdle && !entry.isVisible })
        learn.choiceTapped(0)
        XCTAssertTrue(until { shown.window.defaultWidget?.hasFocus == true })
        learn.nextTapped()
        learn.wallTapped()
        XCTAssertTrue(until { learn.page == .wall && shown.isIdle })
    }

    func testWithoutPicturesASentenceIsShown() throws {
        let (_, pane) = try open(folder, [DukePerson(DUID: 1, fName: "Ana", lName: "Li")])
        let (learn, shown) = try learn(pane)
        XCTAssertEqual(learn.page, .empty)
        XCTAssertTrue(until { texts(shown.window).contains("1 person without a picture is left out.") })
    }

    func testAPictureThatCannotBeReadIsLeftOut() throws {
        var people = try people(6)
        people[0].picture = Data([0xFF, 0xD8, 0xFF, 1]).base64EncodedString()
        let (_, pane) = try open(folder, people)
        let (learn, shown) = try learn(pane)
        learn.wayChosen(.faceOfName)
        for _ in 0..<20 where learn.cards.count == 5 {
            waitForFrame(of: shown.window)
            XCTAssertTrue(until { shown.isIdle })
            learn.nextTapped()
            learn.nextTapped()
        }
        XCTAssertEqual(learn.omittedText, "2 people without a picture are left out.")
        XCTAssertFalse(learn.question?.choices.contains { $0.key == 100 } ?? true)
    }
}

/// People with names of several scripts; the last one has no picture.
private func people(_ count: Int) throws -> [DukePerson] {
    let pictures = try DataFolder.portraits.map { try Data(contentsOf: $0).base64EncodedString() }
    let names = ["Łukasz Nowak", "Zoë Strauß", "محمد الأمير", "李 小龍", "Konstantinos Papadopoulos-Whitfield"]
    return (0..<count).map { number in
        let name = (number < 5 ? names[number] : "Number\(number)x Tester").split(separator: " ", maxSplits: 1)
        return DukePerson(
            DUID: 100 + number, fName: String(name[0]), lName: String(name[1]), from: "Oslo", role: .Student,
            team: "Team \(number % 3)", picture: number == count - 1 ? "" : pictures[number % pictures.count])
    }
}

/// The deck of everyone, opened by its action.
@MainActor
private func learn(_ pane: DirectoryPane) throws -> (LearnScreen, LearnPane) {
    XCTAssertTrue(pane.window.activate(.learn))
    let people = pane.pane(of: .people)
    var shown: LearnPane? { people.opened as? LearnPane }
    XCTAssertTrue(until { shown?.isIdle == true })
    guard case .learn(let screen) = people.screen.sheet else { throw XCTSkip("It is not open.") }
    return (screen, try XCTUnwrap(shown))
}
