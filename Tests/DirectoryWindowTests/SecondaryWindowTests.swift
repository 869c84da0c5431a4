import DirectoryModel
import DirectoryStore
import DirectoryWidgets
import Foundation
import GtkKit
import TestingSupport
import XCTest

@testable import DirectoryScreens
@testable import DirectoryWindow

/// Where the focus goes in windows over the first one, and what screen readers are told.
final class SecondaryWindowTests: WindowTestCase {
    func testTryAgainOpensDirectoryOrReportsProblem() throws {
        let application = Application(id: "io.github.dukedirectory.Failure", instance: .separate)
        application.register()
        // Given a directory that is locked twice
        var problems = ["Still locked"]
        let window = FailureWindow.present(application: application, sentence: "Locked", isDamaged: false) {
            problems.popLast()
        }
        for sentence in ["Locked", "Still locked"] {
            XCTAssertTrue(until { button("Try Again", in: window) != nil && texts(window).contains(sentence) })
            button("Try Again", in: window)?.click()
        }
        // Then the window closes once it is open
        XCTAssertTrue(until { !window.isMapped })
    }

    func testQuestionsAreAskedOneAfterTheOtherAndHaveUpToThreeAnswers() throws {
        let directory = try directory(folder, [])
        let screen = directory.screen(of: .people)
        let parent = show(Label("Below"))
        let pane = AlertPane(screen: directory, window: parent)
        // Given several questions at once
        var answers: [Alert.Answer] = []
        for title in ["First?", "Second?", "Third?"] {
            let alert = Alert(
                title: title, message: "", cancelLabel: "Cancel", confirmLabel: "Keep", isDestructive: false,
                alternativeLabel: "Discard")
            screen.presenter.ask(alert, isUrgent: true) { answers.append($0) }
        }
        pane.draw()
        // When each is answered by another button, then the next one is shown
        for (index, title) in ["First?", "Second?", "Third?"].enumerated() {
            XCTAssertTrue(until { pane.question?.title == title && pane.question?.isMapped == true })
            pane.question?.every(Button.self)[index].click()
        }
        XCTAssertTrue(until { pane.question == nil })
        XCTAssertEqual(answers, [.confirm, .alternative, .cancel])
        XCTAssertNil(screen.alert)
    }

    func testTwoPicturesStandSideBySide() throws {
        // Pictures of one color each
        let (red, blue) = (
            "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR4nGM4ISeHFTEMLQkAkL9BAbKfPiIAAAAASUVORK5CYII=",
            "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR4nGOQkzuBFTEMLQkAO79BAXNTPmcAAAAASUVORK5CYII="
        )
        let base = DukePerson(DUID: 1, netid: "al1", fName: "Ana", movie: "Alien")
        var (mine, theirs) = (base, base)
        mine.picture = red
        mine.movie = "Up"
        mine.team = "Owls"
        theirs.picture = blue
        theirs.movie = "Brazil"
        let screen = MergeScreen(ThreeWayMerge(mine: mine.record, theirs: theirs.record, base: base.record))
        let parent = show(Label("Below"))
        let window = mergeWindow(screen, over: parent, title: "Two Versions", body: "Which?") { _ in }
        let portraits = window.every(Picture.self)
        XCTAssertEqual(portraits.count, 2)
        XCTAssertTrue(until { portraits.allSatisfy(\.isVisible) })
        // Each field is chosen alone
        XCTAssertEqual(screen.lines.map(\.id), ["movie", "picture"])
        XCTAssertTrue(window.every(Label.self).contains { $0.text == "Kept your Team." })
        screen.picked(.theirs, for: "picture")
        let merged = DukePerson(screen.merged)
        XCTAssertEqual([merged.movie, merged.picture, merged.team], ["Up", blue, "Owls"])
    }

    func testAfterTheLastEmailTheFocusIsOnClose() throws {
        // Given two emails
        let receivers = ["ana@duke.edu", "bo@duke.edu"].compactMap(MailAddress.init)
        let mail = GroupMail(to: receivers, maxLength: 30)
        XCTAssertEqual(mail.parts.count, 2)
        let screen = EmailsScreen(mail, title: "Email Two", missing: nil, open: { _ in true }, copy: { _ in })
        let parent = show(Label("Below"))
        let closed = Flag()
        let window = emailsWindow(screen, over: parent) { closed.isSet = true }
        waitForFrame(of: window, times: 2)
        let button = { (label: String) in window.every(Button.self).first { $0.label.hasPrefix(label) } }
        let (open, close) = (try XCTUnwrap(button("Open Email")), try XCTUnwrap(button("Close")))
        XCTAssertTrue(open.hasFocus)
        XCTAssertTrue(window.defaultWidget?.isSame(as: open) ?? false)
        // When both were opened, then Return closes
        open.click()
        XCTAssertTrue(until { open.label == "Open Email 2 of 2" && open.isSensitive })
        open.click()
        XCTAssertTrue(until { !open.isVisible })
        waitForFrame(of: window, times: 2)
        XCTAssertTrue(close.hasFocus && close.hasClass("suggested-action"))
        XCTAssertTrue(window.defaultWidget?.isSame(as: close) ?? false)
        XCTAssertTrue(texts(window).contains("All 2 emails were opened."))
        close.click()
        XCTAssertTrue(until { closed.isSet })
    }

    func testSkippedEntriesAreCorrectedAndDiscarded() throws {
        let directory = try directory(folder, [DukePerson(DUID: 1, fName: "Ana", role: .Student)], offersUndo: true)
        let screen = try rejected(in: directory, folder)
        let parent = show(Label("Below"))
        let window = rejectedElementsWindow(screen, over: parent) {}
        waitForFrame(of: window, times: 2)
        let editors = { window.every(TextView.self) }
        let buttons = { (label: String) in window.every(Button.self).filter { $0.label == label } }
        XCTAssertEqual(editors().count, 4)
        // When one is typed in and tried again, then the focus remains, and the new reason describes it
        let second = editors()[1]
        second.grabFocus()
        second.text = "[]"
        XCTAssertTrue(until { screen.elements[1].text == "[]" })
        let reason = screen.elements[1].reason
        buttons("Try Again")[1].click()
        XCTAssertTrue(until { screen.elements[1].reason != reason })
        XCTAssertTrue(until { second.isDescribed(as: screen.elements[1].reason) })
        XCTAssertTrue(texts(window).contains(screen.elements[1].reason))
        XCTAssertTrue(second.hasFocus)
        // When it is discarded, then the focus is in the next one
        buttons("Discard")[1].grabFocus()
        buttons("Discard")[1].click()
        XCTAssertTrue(until { editors().count == 3 })
        waitForFrame(of: window)
        XCTAssertTrue(editors()[1].hasFocus)
        // And without any the window says so
        for button in buttons("Discard") { button.click() }
        XCTAssertTrue(until { texts(window).contains("No Skipped Entries") })
    }

    func testALongListIsMadeOverSeveralFrames() throws {
        let directory = try directory(folder, [DukePerson(DUID: 1, fName: "Ana", role: .Student)], offersUndo: true)
        let file = folder.appending(path: "many.csv")
        try Data(("duid,first name\n" + (2...61).map { "\($0),Bo\($0)\n" }.joined()).utf8).write(to: file)
        let collection = directory.screen(of: .people)
        Task { await collection.importChosen(file) }
        var preview: PreviewScreen? {
            if case .update(let update) = collection.sheet { update.preview } else { nil }
        }
        XCTAssertTrue(until { preview != nil })
        let parent = show(Label("Below"))
        let window = previewWindow(try XCTUnwrap(preview), over: parent) { _ in }
        let ticks = { window.every(CheckButton.self).count }
        XCTAssertEqual(ticks(), 12)
        XCTAssertTrue(until { ticks() == 60 })
    }
}

/// The entries that a file left, four of which could not be read.
@MainActor
private func rejected(in directory: DirectoryScreen, _ folder: URL) throws -> RejectedElementsScreen {
    let file = folder.appending(path: "class.json")
    try Data(#"[{"DUID":"x","role":1},{"DUID":[3],"fName":"Else"},{"DUID":"y","role":3},7]"#.utf8).write(to: file)
    let collection = directory.screen(of: .people)
    Task { await collection.importChosen(file) }
    XCTAssertTrue(
        until { if case .update(let update) = collection.sheet { update.preview != nil } else { false } })
    collection.transfer.applyTapped()
    XCTAssertTrue(until { collection.transfer.state == .idle })
    collection.rejectedTapped()
    guard case .rejected(let screen) = collection.sheet else { throw XCTSkip("Nothing was skipped.") }
    return screen
}
