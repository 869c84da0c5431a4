import Boats
import ClassAPI
import DirectoryModel
import DirectoryScreens
import DirectoryServer
import DirectoryStore
import DirectorySync
import Foundation
import GtkKit
import TestingSupport
import TypedStore
import XCTest

@testable import DirectoryWindow

/// A published collection that the program does not have, in a real window and on a real server.
final class PublishedCollectionTests: WindowTestCase {
    func testBothVersionsAreShownWhenARecordWasChangedElsewhere() throws {
        try withBoatServer(in: folder) { server, password in
            let (directory, pane, boats) = try open(folder, server, password)
            let list = pane.pane(of: Boat.definition).list
            // Everyone's boats are downloaded
            XCTAssertTrue(directory.perform(.download))
            boats.transfer.replaceTapped()
            XCTAssertTrue(until { list.shownCount == 1 && boats.transfer.report != nil })
            XCTAssertEqual(boats.transfer.report?.text, "1 boat downloaded")
            addBoat(directory, boats)
            XCTAssertTrue(until { list.shownCount == 2 })
            XCTAssertEqual(directory.sidebar.map(\.count), [2])
            XCTAssertTrue(boats.open(key: 7))
            let window = { pane.pane(of: Boat.definition).opened?.window }
            let texts = { window()?.every(Label.self).filter(\.isMapped).map(\.text) ?? [] }
            let button = { (label: String) in
                try XCTUnwrap(window()?.every(Button.self).first { $0.label == label && $0.isMapped }, label)
            }
            // Given her published boat, whose harbor is changed both here and elsewhere
            try upload(boats, harbor: nil, pane)
            XCTAssertEqual(window()?.title, "Check Before Publishing")
            try button("Upload").click()
            XCTAssertTrue(until { window() == nil && boats.sheet == nil })
            try changeElsewhere("Lübeck", server, password)
            try upload(boats, harbor: "Flensburg", pane)
            XCTAssertTrue(texts().contains { $0.contains("Kiel") && $0.contains("Flensburg") })
            // When it is published, then both are shown
            try button("Upload").click()
            XCTAssertTrue(until { window()?.title == "Two Versions" && texts().contains("Mine: Flensburg") })
            XCTAssertTrue(texts().contains("Server’s: Lübeck"))
            let publish = try button("Publish Selected")
            XCTAssertTrue(window()?.defaultWidget?.isSame(as: publish) ?? false)
            // And once more, with a reason, where it changes again
            try changeElsewhere("Wismar", server, password)
            publish.click()
            XCTAssertTrue(until { texts().contains("Server’s: Wismar") && !texts().contains("Server’s: Lübeck") })
            XCTAssertTrue(texts().contains { $0.hasPrefix("Your record changed on the server again.") })
            let theirs = window()?.every(CheckButton.self).first { $0.isNamed("Harbor, Server’s: Wismar") }
            theirs?.isActive = true
            publish.click()
            XCTAssertTrue(until { window() == nil && boats.sheet == nil })
            let harbor = try boats.store.find(Boat.self, key: 7)?.harbor
            XCTAssertEqual(harbor, "Wismar")
            pane.window.destroy()
        }
    }
}

/// A window of boats on a server, where Ana is signed in.
@MainActor
private func open(
    _ folder: URL, _ server: String, _ password: String
) throws -> (DirectoryScreen, DirectoryPane, CollectionScreen) {
    let directory = try DirectoryScreen(
        store: try Store(sandbox: folder, collections: [Boat.definition]), emojis: HobbyEmojis(table: ""),
        passwords: Passwords(passwordStore: PasswordFile(sandbox: folder), environment: password),
        overriding: (server, "ana"))
    directory.appeared()
    return (directory, try show(directory, width: 1000), directory.screen(of: Boat.definition))
}

/// Adds Ana's boat with the form.
@MainActor
private func addBoat(_ directory: DirectoryScreen, _ boats: CollectionScreen) {
    XCTAssertTrue(directory.perform(.add))
    for (key, text) in [("number", "7"), ("name", "Möwe"), ("skipper", "ana"), ("harbor", "Kiel")] {
        boats.editing.form?.typed(text, in: key)
    }
    XCTAssertTrue(directory.perform(.save))
    XCTAssertTrue(until { boats.editing.form == nil })
}

/// Edits the open boat, and asks to upload it.
@MainActor
private func upload(_ boats: CollectionScreen, harbor: String?, _ pane: DirectoryPane) throws {
    boats.editing.editTapped()
    if let harbor { boats.editing.form?.typed(harbor, in: "harbor") }
    Task { await boats.editing.uploadTapped() }
    XCTAssertTrue(until { pane.pane(of: Boat.definition).opened != nil })
    drawn(try XCTUnwrap(pane.pane(of: Boat.definition).opened?.window), times: 2)
}

/// Changes the harbor of Ana's boat on the server, as another computer does.
@MainActor
private func changeElsewhere(_ harbor: String, _ server: String, _ password: String) throws {
    let client = Client(server: try ServerAddress(server), credentials: Credentials(netid: "ana", password: password))
    var boat = Boat(key: 7)
    boat.name = "Möwe"
    boat.skipper = "ana"
    boat.harbor = harbor
    let (record, isDone) = (boat.record, Flag())
    Task {
        _ = try await client.replace(record, netid: "ana")
        isDone.isSet = true
    }
    XCTAssertTrue(until { isDone.isSet })
}

/// What a server says once it listens.
@MainActor
private final class Ready {
    var server: (port: Int, password: String)?
}

/// Runs `body` with the address and Ana's password of a server that has a boat of Bo's.
@MainActor
private func withBoatServer(in folder: URL, _ body: (String, String) throws -> Void) throws {
    let file = folder.appending(path: "server/server.sqlite")
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    let ready = Ready()
    let server = Task.detached {
        let repository = try SQLRepository(path: file.path)
        var boat = Boat(key: 8)
        boat.name = "Nixe"
        boat.skipper = "bo"
        boat.harbor = "Rostock"
        try await repository.add(try Entry(boat.record), to: ListKey(Boat.definition))
        let password = try await Accounts(repository: repository).add("ana", role: .student)
        try await ClassServer(repository: repository, collections: [Boat.definition]).run { port in
            await MainActor.run { ready.server = (port, password) }
        }
    }
    defer { server.cancel() }
    XCTAssertTrue(until { ready.server != nil })
    let (port, password) = try XCTUnwrap(ready.server)
    try body("http://127.0.0.1:\(port)", password)
}
