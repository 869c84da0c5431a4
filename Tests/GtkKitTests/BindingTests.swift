import Observation
import TestingSupport
import XCTest

@testable import GtkKit

final class BindingTests: MainActorTestCase {
    @MainActor @Observable
    final class Team {
        struct Member: Identifiable, Equatable {
            let id: Int
            var name: String
        }

        var name = "Owls"
        var isOpen = true
        var members = ["Ana", "Ben", "Cy"].enumerated().map { Member(id: $0, name: $1) }
        var page = 0
    }

    private static func view(of team: Team) -> Box {
        Box {
            Label().bind(\.text) { team.name }
            Button(label: "First")
            Button(label: "Second").shown { team.isOpen }.sensitive { !team.name.isEmpty }
            Box().forEach(in: { team.members }) { member in
                Button().bind(\.label) { member.name }.styled("own") { member.name == team.name }
            }
            Stack().pages({ team.page }) { Label("Page \($0)") }
            Revealer().revealed(if: { !team.isOpen }) { Label("Closed") }
            Box().rebuilt(for: { team.isOpen ? team.name : nil }) { name in
                Label("The \(name)")
                Button(label: "About")
            }
        }
    }

    private lazy var team = Team()
    /// A window on the team.
    private lazy var window = present(Self.view(of: team))
    private var texts: [String] { window.every(Label.self).map(\.text) }
    private var members: [Button] { window.every(Button.self).dropFirst(2).dropLast() }
    private var labels: [String] { members.map(\.label) }
    private var focused: String? { window.every(Button.self).first(where: \.hasFocus)?.label }

    func testADestroyedWindowReleasesEverything() {
        weak var released: Team?
        assertAllIsGivenBack {
            let team = Team()
            released = team
            let window = show(Self.view(of: team)).closes { team.page == 9 }
            team.page = 1
            team.members.removeFirst()
            team.members[0].name = "Bo"
            team.isOpen = false
            waitUntil("the change") { window.every(Label.self).contains { $0.text == "Closed" } }
            XCTAssertGreaterThan(LiveCount.boxes, 8)
            close(window)
            // Its bindings are gone
            team.name = "Bears"
            waitUntil("rest") { !MainLoop.iterate() }
        }
        XCTAssertNil(released, "What the bindings observed does not retain them.")
    }

    func testWidgetsFollowTheirValues() {
        XCTAssertTrue(texts.contains("Owls") && texts.contains("Page 0") && texts.contains("The Owls"))
        XCTAssertFalse(texts.contains("Closed"), "It is made when it is first revealed.")
        team.name = "Ana"
        waitUntil("the name") { texts.contains("The Ana") }
        XCTAssertTrue(members[0].hasClass("own"))
        team.isOpen = false
        team.name = ""
        waitUntil("the name") { !window.every(Button.self)[1].isSensitive }
        XCTAssertTrue(texts.contains("The Ana"), "nil does not change the children.")
        XCTAssertTrue(texts.contains("Closed"))
        XCTAssertFalse(window.every(Button.self)[1].isVisible)
        team.page = 1
        waitUntil("the page") { texts.contains("Page 1") }
        XCTAssertTrue(texts.contains("Page 0"), "A page is made once.")
    }

    func testItemReusesWidgetAndFocus() {
        let ben = members[1]
        ben.grabFocus()
        team.members = [
            .init(id: 7, name: "New"), .init(id: 2, name: "Cy"), .init(id: 1, name: "Benjamin"),
        ]
        waitUntil("the members") { labels == ["New", "Cy", "Benjamin"] }
        XCTAssertTrue(members[2].isSame(as: ben) && ben.hasFocus)
    }

    func testARemovedItemPassesTheFocusOn() {
        members[1].grabFocus()
        team.members.remove(at: 1)
        waitUntil("the members") { labels == ["Ana", "Cy"] }
        waitForFrame(of: window)
        XCTAssertEqual(focused, "Cy", "The next one has it.")
        team.members.removeLast()
        waitUntil("the members") { labels == ["Ana"] }
        waitForFrame(of: window)
        XCTAssertEqual(focused, "Ana", "After the last, the one before has it.")
        team.members = []
        waitUntil("the members") { labels.isEmpty }
        waitForFrame(of: window)
        XCTAssertEqual(focused, "Second", "Without another, what is before the list has it.")
        team.isOpen = false
        waitUntil("the button") { !window.every(Button.self)[1].isVisible }
        waitForFrame(of: window)
        XCTAssertEqual(focused, "First", "A hidden button passes it on, too.")
    }

    func testRebuiltChildrenHaveTheFocusAgain() {
        var about: Button? { window.every(Button.self).first { $0.label == "About" } }
        let before = about
        before?.grabFocus()
        team.name = "Bears"
        waitUntil("the name") { texts.contains("The Bears") }
        waitForFrame(of: window)
        XCTAssertEqual(about?.hasFocus, true)
        XCTAssertEqual(before?.hasFocus, false)
    }

    func testUpdatesRunInTheOrderInWhichTheyWereMade() {
        let team = Team()
        let log = Log<Int>()
        let owners = [Log<Int>(), Log<Int>()]
        let box = Box {
            for number in 0..<6 { Label().bind(to: { team.name }) { _, _ in log.entries.append(number) } }
        }
        for (number, owner) in owners.enumerated() {
            redraw(owner) { _ in
                _ = team.name
                log.entries.append(6 + number)
            }
        }
        for name in ["Bears", "Cats"] {
            log.entries = []
            team.name = name
            waitUntil("all") { log.entries.count == 8 }
            XCTAssertEqual(log.entries, Array(0..<8))
        }
        XCTAssertEqual(box.childCount, 6)
        withExtendedLifetime(owners) {}
    }

    func testAnEqualValueIsNotAppliedAgain() {
        let team = Team()
        let log = Log<Int>()
        let label = Label().bind(to: { team.name.count }) { _, count in log.entries.append(count) }
        team.name = "Cats"
        waitUntil("rest") { !MainLoop.iterate() }
        team.name = "Bears"
        waitUntil("another value") { log.entries.count == 2 }
        XCTAssertEqual(log.entries, [4, 5])
        withExtendedLifetime(label) {}
    }

    func testAWindowClosesWhenItsConditionIsTrue() {
        let team = Team()
        let window = show(Self.view(of: team)).closes { team.page == 9 }
        team.page = 9
        waitUntil("the end") { !window.isMapped }
    }
}
