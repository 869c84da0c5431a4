public import DirectoryModel
public import DirectoryScreens
public import DirectoryStore
public import DirectorySync
import Foundation
public import TypedStore
import Waiting
import XCTest

/// The screen of a collection in the window on `folder`, as `netid` sees it; changes can be undone.
/// - Parameter people: are added once the screen is there.
@MainActor
public func directory(
    in folder: Folder, server: ServerAddress? = nil, netid: String = "demo", password: String? = "demo",
    of definition: Definition = .people, with people: [DukePerson] = []
) throws -> CollectionScreen {
    let window = try window(
        on: folder, server: server, netid: netid, password: password, collection: definition.collection.name)
    let screen = window.screen(of: definition)
    screen.appeared()
    if !people.isEmpty { try screen.store.saveAll(people) }
    return screen
}

/// The whole window's screens on `folder`, as `netid` sees them, or whoever signs in; changes can be undone.
@MainActor
public func window(
    on folder: Folder, server: ServerAddress? = nil, netid: String? = "demo", password: String? = "demo",
    memory: any WindowStateStore = InMemoryStateStore(), collection: String? = nil, appears: Bool = false
) throws -> DirectoryScreen {
    let window = try DirectoryScreen(
        store: try folder.store(offersUndo: true), emojis: HobbyEmojis(table: "♟️\tgame\tchess"),
        passwords: Passwords(passwordStore: PasswordFile(sandbox: folder.url), environment: password),
        overriding: (server.map { "\($0)" }, netid), memory: memory, collection: collection)
    if appears { window.appeared() }
    return window
}

/// The screen of a collection on `folder`, once nothing is under way.
@MainActor
public func opened<R: TypedRecord>(
    _ type: R.Type, _ folder: Folder, _ server: ServerAddress? = nil
) async throws -> CollectionScreen {
    let screen = try directory(in: folder, server: server, of: R.definition)
    await finished(screen)
    return screen
}

/// The screen of people, who were downloaded from a class.
@MainActor
public func downloaded(_ folder: Folder, _ server: ServerAddress) async throws -> CollectionScreen {
    let screen = try directory(in: folder, server: server)
    await screen.download(.replace)
    XCTAssertEqual(screen.transfer.report?.isFailure, false)
    return screen
}

/// Waits until `isDone`, and fails if that never comes.
@MainActor
public func eventually(
    _ message: @autoclosure () -> String = "", file: StaticString = #filePath, line: UInt = #line, _ isDone: () -> Bool
) async {
    let isReached = await until(isDone)
    XCTAssertTrue(isReached, message(), file: file, line: line)
}

/// Waits until nothing is under way.
@MainActor
public func finished(_ screen: CollectionScreen) async {
    await eventually { screen.isIdle }
}

extension CollectionScreen {
    /// Waits until nothing is under way, and returns what the toast says since the last call.
    @discardableResult
    public func finished() async -> String? {
        await ScreenFixtures.finished(self)
        defer { toast = nil }
        return toast?.text
    }

    /// Answers the question that is open.
    public func answer(_ isConfirmed: Bool, file: StaticString = #filePath, line: UInt = #line) {
        XCTAssertNotNil(alert, file: file, line: line)
        alert?.answered(isConfirmed ? .confirm : .cancel)
    }

    /// Whether a question of that title is open.
    public func isRequested(_ title: String) -> Bool { alert?.title == title }

    /// The drafts restored after the program ended, once the window is shown.
    public var draftQuestion: String? {
        editing.askAboutDraft()
        return alert?.message
    }

    /// What is stored of the form that is open, or nil.
    public func storedDraft() throws -> String? {
        try Setting<String>("draft-\(definition.collection.name)").value(in: store)
    }

    /// What a file would change, while it is reviewed.
    public var importing: PreviewScreen? { if case .update(let update) = sheet { update.preview } else { nil } }

    /// Applies what is ticked of a file's list, or leaves everything as it is.
    public func importAnswered(applies: Bool) async {
        if applies { transfer.applyTapped() } else { transfer.declined() }
        await eventually { transfer.state != .running }
    }

    /// Opens what was set aside, and closes it on the screen.
    public func openRejected() throws -> RejectedElementsScreen {
        rejectedTapped()
        defer { sheet = nil }
        let page: RejectedElementsScreen? = if case .rejected(let page) = sheet { page } else { nil }
        return try XCTUnwrap(page)
    }

    /// The check before publishing, while it is open.
    public var publish: PublishScreen? { if case .publish(let shown) = sheet { shown } else { nil } }

    /// What the rows of the list are called, in order.
    public var titles: [String] { list.entries.compactMap { list.content(of: $0.row)?.title } }
}

extension CollectionScreen {
    /// Everybody in the store, in order, with pictures.
    public func everybody() throws -> [DukePerson] { try store.everybody() }

    /// Everybody in the sandbox's file once what changed is written.
    public func inFile() throws -> [DukePerson] {
        try store.flush()
        return try writtenYet()
    }

    /// Everybody in the sandbox's file now.
    public func writtenYet() throws -> [DukePerson] {
        try JSONDecoder().decode(
            [DukePerson].self, from: Data(contentsOf: store.sandbox.appending(path: "people.json")))
    }

    /// The record that says it is `netid`'s.
    public func own(_ netid: String = "demo") throws -> DukePerson {
        let own = try store.records(of: DukePerson.self, ownedBy: netid)
        XCTAssertEqual(own.count, 1)
        return try XCTUnwrap(own.first)
    }

    /// Presses Add, and returns the form.
    public func newForm() throws -> FormScreen {
        editing.addTapped()
        return try XCTUnwrap(editing.form)
    }

    /// Presses Edit, and returns the form.
    public func editForm() throws -> FormScreen {
        editing.editTapped()
        return try XCTUnwrap(editing.form)
    }

    /// Presses Save, and expects that it `succeeds`.
    public func save(succeeds: Bool = true, file: StaticString = #filePath, line: UInt = #line) async {
        let form = editing.form
        let isSaved = await editing.saveTapped()
        XCTAssertEqual(
            isSaved, succeeds, "\(form?.problem ?? "") \(form?.entries.compactMap(\.note) ?? [])", file: file,
            line: line)
    }

    /// Changes a record in the form, as people do, up to Save.
    public func edit(_ key: Int, _ texts: [String: String], isSaved: Bool = true) async throws {
        XCTAssertTrue(open(key: key))
        let form = try editForm()
        for (field, text) in texts {
            form.typed(text, in: field)
            form.fieldDidLoseFocus(field)
        }
        if isSaved { await save() }
    }

    /// Opens the check before one's own record is published.
    public func openPublish(_ key: Int, _ texts: [String: String] = [:]) async throws -> PublishScreen {
        try await edit(key, texts, isSaved: false)
        await editing.uploadTapped()
        return try XCTUnwrap(publish)
    }

    /// Chooses Replace or Update and waits for the next question, or for the end.
    public func download(_ strategy: MergeStrategy) async {
        transfer.downloadTapped()
        if strategy == .replace { transfer.replaceTapped() } else { transfer.updateTapped() }
        await requested()
    }

    /// Waits until a download asks something or is over.
    public func requested() async {
        await eventually { !transfer.isRunning && !isContinuing }
    }
}

extension PreferencesScreen {
    /// Presses Sign In, and expects that it `succeeds`.
    public func pressSignIn(succeeds: Bool = true, file: StaticString = #filePath, line: UInt = #line) async {
        let isSignedIn = await signInTapped()
        XCTAssertEqual(isSignedIn, succeeds, file: file, line: line)
    }
}
