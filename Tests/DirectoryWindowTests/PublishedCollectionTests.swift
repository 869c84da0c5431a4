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
final class PublishedCollectionTests: FolderTestCase {
    func testItIsDownloadedEditedAndPublished() throws {
        let folder = self.folder
        try onDisplay {
            try withBoatServer(in: folder) { server, password in
                // Given a window of boats, and Ana signed in
                let directory = try DirectoryScreen(
                    store: try Store(sandbox: folder, collections: [Boat.definition]), emojis: HobbyEmojis(table: ""),
                    passwords: Passwords(passwordStore: PasswordFile(sandbox: folder), environment: password),
                    overriding: (server, "ana"))
                directory.appeared()
                let pane = try show(directory, width: 1000)
                let boats = directory.screen(of: Boat.definition)
                let list = pane.pane(of: Boat.definition).list

                // When everyone's boats are downloaded, then they are in the list
                XCTAssertTrue(directory.perform(.download))
                boats.transfer.replaceTapped()
                XCTAssertTrue(until { list.shownCount == 1 && boats.transfer.report != nil })
                XCTAssertEqual(boats.transfer.report?.text, "1 boat downloaded: 1 new")

                // When she adds hers with the form, then it is a row and can be published
                XCTAssertTrue(directory.perform(.add))
                for (key, text) in [("number", "7"), ("name", "Möwe"), ("skipper", "ana"), ("harbor", "Kiel")] {
                    boats.editing.form?.typed(text, in: key)
                }
                XCTAssertTrue(directory.perform(.save))
                XCTAssertTrue(until { list.shownCount == 2 && boats.editing.form == nil })
                XCTAssertEqual(directory.sidebar.map(\.count), [2])
                pane.window.destroy()
            }
        }
    }
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
        (boat.name, boat.skipper, boat.harbor) = ("Nixe", "bo", "Rostock")
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
