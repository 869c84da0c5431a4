import DirectoryModel
import DirectoryScreens
import DirectoryStore
import DirectorySync
import Foundation
import TypedStore
import Waiting
import XCTest

/// The screens of the window on `folder`, as `netid` sees them; changes can be undone.
@MainActor
func directory(
    in folder: Folder, server: ServerAddress? = nil, netid: String = "demo", password: String? = "demo"
) throws -> CollectionScreen {
    let screen = try window(on: folder, server: server, netid: netid, password: password).screen(of: .people)
    screen.appeared()
    return screen
}

/// The whole window's screens on `folder`, as `netid` sees them; changes can be undone.
@MainActor
func window(
    on folder: Folder, server: ServerAddress? = nil, netid: String = "demo", password: String? = "demo",
    emojis: String = "♟️\tgame\tchess", memory: any WindowStateStore = InMemoryStateStore(), collection: String? = nil
) throws -> DirectoryScreen {
    try DirectoryScreen(
        store: try Store(sandbox: folder.url, offersUndo: true), emojis: HobbyEmojis(table: emojis),
        passwords: Passwords(passwordStore: PasswordFile(sandbox: folder.url), environment: password),
        overriding: (server.map { "\($0)" }, netid), memory: memory, collection: collection)
}

/// The screen of a collection on `folder`, once nothing is under way.
@MainActor
func opened<R: TypedRecord>(
    _ type: R.Type, _ folder: Folder, _ server: ServerAddress? = nil
) async throws -> CollectionScreen {
    let screen = try window(on: folder, server: server, collection: R.collection.name).screen(of: R.definition)
    screen.appeared()
    await settled(screen)
    return screen
}

/// Waits until nothing is under way.
@MainActor
func settled(_ screen: CollectionScreen) async {
    // What was just answered goes on.
    await Task.yield()
    let isIdle = await until { screen.isIdle }
    XCTAssertTrue(isIdle)
}

extension CollectionScreen {
    /// Waits until nothing is under way, and returns what the toast says since it was asked last.
    @discardableResult
    func settled() async -> String? {
        await EndToEndTests.settled(self)
        defer { toast = nil }
        return toast?.text
    }

    /// Answers the question that is open.
    func answer(_ isConfirmed: Bool, file: StaticString = #filePath, line: UInt = #line) {
        XCTAssertNotNil(alert, file: file, line: line)
        alert?.answered(isConfirmed ? .confirm : .cancel)
    }

    /// Whether a question of that title is open.
    func isAsked(_ title: String) -> Bool { alert?.title == title }

    /// What became of what was being typed when the program ended, as it is asked once the window is up.
    var draftQuestion: String? {
        editing.askAboutDraft()
        return alert?.message
    }

    /// What a file would change, while it is asked about.
    var importing: PreviewScreen? { if case .update(let update) = sheet { update.preview } else { nil } }

    /// Applies what is ticked of a file's list, or leaves everything as it is.
    func importAnswered(applies: Bool) async {
        if applies { transfer.applyTapped() } else { transfer.declined() }
        let isOver = await until { transfer.state != .running }
        XCTAssertTrue(isOver)
    }

    /// Opens what was set aside, and closes it on the screen.
    func openRejected() throws -> RejectedElementsScreen {
        rejectedTapped()
        defer { sheet = nil }
        let page: RejectedElementsScreen? = if case .rejected(let page) = sheet { page } else { nil }
        return try XCTUnwrap(page)
    }

    /// The check before publishing, while it is open.
    var publish: PublishScreen? { if case .publish(let shown) = sheet { shown } else { nil } }

    /// What the rows of the list are called, in order.
    var titles: [String] { list.entries.compactMap { list.content(of: $0.row)?.title } }
}

extension CollectionScreen {
    /// Everybody in the store, in order, with pictures.
    func everybody() throws -> [DukePerson] { try store.whole(DukePerson.self) { _ in true } }

    /// Everybody in the sandbox's file once what changed is written.
    func inFile() throws -> [DukePerson] {
        try store.flush()
        return try writtenYet()
    }

    /// Leaves the sandbox without its file, as it is before anything is worth keeping.
    func removeFile() throws {
        try store.flush()
        try? FileManager.default.removeItem(at: store.sandbox.appending(path: "people.json"))
    }

    /// Everybody in the sandbox's file now.
    func writtenYet() throws -> [DukePerson] {
        try JSONDecoder().decode(
            [DukePerson].self, from: Data(contentsOf: store.sandbox.appending(path: "people.json")))
    }

    /// The record that says it is `netid`'s.
    func own(_ netid: String = "demo") throws -> DukePerson {
        let own = try store.records(of: DukePerson.self, ownedBy: netid)
        XCTAssertEqual(own.count, 1)
        return try XCTUnwrap(own.first)
    }

    /// Changes a record in the form, as people do, up to Save.
    func edit(_ key: Int, _ texts: [String: String], isSaved: Bool = true) async throws {
        XCTAssertTrue(open(key: key))
        editing.editTapped()
        let form = try XCTUnwrap(editing.form)
        for (field, text) in texts {
            form.typed(text, in: field)
            form.fieldDidLoseFocus(field)
        }
        guard isSaved else { return }
        let saved = await editing.saveTapped()
        XCTAssertTrue(saved, "\(form.entries.compactMap(\.note))")
    }

    /// Opens the check before one's own record is published.
    func openPublish(_ key: Int, _ texts: [String: String] = [:]) async throws -> PublishScreen {
        try await edit(key, texts, isSaved: false)
        await editing.uploadTapped()
        return try XCTUnwrap(publish)
    }

    /// Chooses Replace or Update and waits for the next question, or for the end.
    func download(_ how: MergeStrategy) async {
        transfer.downloadTapped()
        if how == .replace { transfer.replaceTapped() } else { transfer.updateTapped() }
        await asked()
    }

    /// Waits until a download asks something or is over.
    func asked() async {
        await Task.yield()
        let isOver = await until { !transfer.isRunning }
        XCTAssertTrue(isOver)
    }
}
