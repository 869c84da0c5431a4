import DirectoryModel
import DirectoryScreens
import DirectoryStore
import DirectorySync
import Foundation
import TypedStore
import Waiting
import XCTest

/// What becomes of every kind of own record in every way to remove or write over one, signed in as demo.
@MainActor
final class EveryOwnRecordTests: XCTestCase {
    /// What an own record can be.
    enum Kind: String, CaseIterable {
        /// As the first launch made it.
        case placeholder
        /// The first launch's, edited: it has no DUID yet.
        case edited
        /// As the server has it.
        case published
        /// Published, and edited here since.
        case editedAfterPublishing
        /// The same, and the same field there.
        case editedOnBothSides
        /// The first launch's, edited, its NetID too.
        case otherNetID
        /// Published and edited by somebody who was signed in before; the changes were kept.
        case left
    }

    /// What is left of it.
    struct Left: Equatable, CustomStringConvertible {
        /// The DUIDs of everybody.
        var everybody: [Int]
        /// The DUID of the record that holds what was edited here, or nil.
        var edit: Int?
        /// The DUID of the record that is marked as one's own, or nil.
        var own: Int?
        /// True where somebody was asked, or told what says yes.
        var isAsked = false

        var description: String { "\(everybody), edit \(edit ?? -1), own \(own ?? -1), \(isAsked ? "" : "not ")asked" }
    }

    /// A list with a stranger who has no DUID either, the own record, and somebody else.
    private static let list = [
        DukePerson(DUID: 0, netid: "st1", fName: "Stranger"),
        DukePerson(DUID: 55, netid: "demo", fName: "Dee", lName: "Mo", movie: "Theirs"),
        DukePerson(DUID: 7, netid: "sv7", fName: "Sev"),
    ]
    var folder = Folder()
    /// A sandbox with nothing but an own record of this kind.
    func prepared(_ kind: Kind) throws -> DataModel {
        let model = try folder.model()
        let store = model.store
        let isFirst = [.placeholder, .edited, .otherNetID].contains(kind)
        if isFirst { try model.makeOwnRecordIfFirstLaunch(SystemAccount(login: "root", fullName: "Dee Mo")) }
        if kind == .left {
            try SignIn(server: "", netid: "old1").save(in: store)
            try publish(DukePerson(DUID: 44, netid: "old1"), in: store)
            try SignIn(server: "", netid: "old1").save(in: store)
            _ = model.update(DukePerson(DUID: 44, netid: "old1", movie: "Mine"))
        }
        try SignIn(server: "", netid: "demo").save(in: store, .preserve)
        if [.published, .editedAfterPublishing, .editedOnBothSides].contains(kind) {
            var person = Self.list[1]
            if kind == .editedOnBothSides { person.movie = "Before" }
            try publish(person, in: store)
            try SignIn(server: "", netid: "demo").save(in: store)
        }
        if [.edited, .editedAfterPublishing, .editedOnBothSides, .otherNetID].contains(kind) {
            var mine = try XCTUnwrap(try store[.people].ownKey().flatMap(model.find))
            mine.movie = "Mine"
            if kind == .otherNetID { mine.netid = "zz" }
            _ = model.update(mine)
        }
        return model
    }

    private func publish(_ person: DukePerson, in store: Store) throws {
        try store.saveFromServer(person)
        try store.recordPublished(person, tag: nil)
    }

    private func left(_ store: Store, isAsked: Bool = false) throws -> Left {
        let everybody = try store.whole(DukePerson.self) { _ in true }
        return Left(
            everybody: everybody.map(\.DUID).sorted(), edit: everybody.first { $0.movie == "Mine" }?.DUID,
            own: try store[.people].ownKey(owner: "demo"), isAsked: isAsked)
    }

    func json() throws -> [UInt8] { Array(try JSONEncoder().encode(Self.list)) }

    private func file(_ name: String = "list.json") throws -> URL {
        try folder.file(name, String(decoding: json(), as: UTF8.self))
    }

    private func dukedir(_ arguments: String...) async throws -> RealProgram.Ran {
        try await RealProgram(
            "dukedir", ["--sandbox", folder.url.path] + arguments, environment: ["DUKE_DIRECTORY_PASSWORD": "demo"]
        ).run()
    }

    /// Runs `body` for every kind in a sandbox of its own.
    func each(_ body: (Kind) async throws -> Void) async throws {
        for kind in Kind.allCases {
            folder = Folder()
            try await body(kind)
        }
    }

    /// The same, for Replace and for Update.
    private func eachTwice(_ body: (Kind, MergeStrategy) async throws -> Void) async throws {
        for how in MergeStrategy.allCases { try await each { try await body($0, how) } }
    }

    func testADownloadInTheWindowLosesNoEditUnasked() async throws {
        try await eachTwice { try await aDownloadInTheWindow(kind: $0, how: $1) }
    }
    func testADownloadOfTheCommandLineLosesNoEditUnasked() async throws {
        try await eachTwice { try await aDownloadOfTheCommandLine(kind: $0, how: $1) }
    }
    func testAnImportInTheWindowLosesNoEditUnasked() async throws {
        try await each { try await anImportInTheWindow(kind: $0) }
    }
    func testAnImportOfTheCommandLineLosesNoEditUnasked() async throws {
        try await eachTwice { try await anImportOfTheCommandLine(kind: $0, how: $1) }
    }
    func testLoadFromDiskLosesNoEditUnasked() async throws {
        for isWindow in [true, false] { try await each { try await loadFromDisk(kind: $0, isWindow: isWindow) } }
    }
    func testLoadFromDiskOfAFirstLaunchLoadsTheCohort() async throws {
        try await each { try loadFromDiskOfAFirstLaunchLoadsTheCohort(kind: $0) }
    }
    func testDeletingSparesTheOwnRecord() async throws { try await each { try await deleting(kind: $0) } }
    func testUndoBringsItBackAsItWas() async throws { try await eachTwice { try await undo(kind: $0, how: $1) } }
    func testTakingInSparesTheOwnRecord() async throws { try await each { try takingInWhatWasRejected(kind: $0) } }

    // MARK: Downloads

    /// The command line tells also of a field that only one side changed, which is that side's without asking.
    private static func downloaded(_ kind: Kind, _ how: MergeStrategy, _ tells: Bool = true) -> Left {
        switch kind {
        case .placeholder, .published: Left(everybody: [0, 7, 55], edit: nil, own: 55)
        case .editedAfterPublishing: Left(everybody: [0, 7, 55], edit: 55, own: 55, isAsked: tells)
        case .edited, .editedOnBothSides, .otherNetID:
            Left(everybody: [0, 7, 55], edit: 55, own: 55, isAsked: true)
        case .left where how == .replace: Left(everybody: [0, 7, 55], edit: nil, own: 55)
        case .left: Left(everybody: [0, 7, 44, 55], edit: 44, own: 55)
        }
    }

    private func aDownloadInTheWindow(kind: Kind, how: MergeStrategy) async throws {
        _ = try prepared(kind)
        try await RawServer.with(RawServer.answer(try json())) { raw in
            let screen = try directory(in: folder, server: try ServerAddress("127.0.0.1:\(raw.port)"))
            await screen.download(how)
            let isAsked = screen.transfer.state == .merging
            screen.transfer.mergeAnswered(.mine)
            await screen.asked()
            screen.transfer.applyTapped()
            await screen.asked()
            XCTAssertEqual(screen.transfer.report?.isFailure, false, "\(kind)")
            XCTAssertEqual(try left(screen.store, isAsked: isAsked), Self.downloaded(kind, how, false), "\(kind)")
        }
    }

    private func aDownloadOfTheCommandLine(kind: Kind, how: MergeStrategy) async throws {
        let model = try prepared(kind)
        try await RawServer.with(RawServer.answer(try json())) { raw in
            let ran = try await dukedir("download", "--\(how.rawValue)", "--server", "127.0.0.1:\(raw.port)")
            XCTAssertEqual(ran.status, 0, "\(ran.complaint)")
            let isTold = ran.complaint.contains("so it was kept. Use dukedir upload")
            XCTAssertEqual(try left(model.store, isAsked: isTold), Self.downloaded(kind, how), "\(kind)")
        }
    }

    // MARK: Files
    /// Strangers with its number and second ones of its NetID are set aside.
    private static func imported(_ kind: Kind, _ how: MergeStrategy) -> Left {
        switch kind {
        case .published: Left(everybody: [0, 7, 55], edit: nil, own: 55)
        case .placeholder: Left(everybody: [0, 7], edit: nil, own: 0, isAsked: true)
        case .edited: Left(everybody: [0, 7], edit: 0, own: 0, isAsked: true)
        case .editedAfterPublishing, .editedOnBothSides: Left(everybody: [0, 7, 55], edit: 55, own: 55, isAsked: true)
        case .otherNetID: Left(everybody: [0, 7, 55], edit: 0, own: 0)
        case .left where how == .replace: Left(everybody: [0, 7, 55], edit: nil, own: 55)
        case .left: Left(everybody: [0, 7, 44, 55], edit: 44, own: 55)
        }
    }

    private func anImportInTheWindow(kind: Kind) async throws {
        _ = try prepared(kind)
        let screen = try directory(in: folder)
        await screen.importChosen(try file())
        let preview = try XCTUnwrap(screen.importing)
        // What would be lost is shown, and not ticked
        let isAsked = !preview.kept.isEmpty
        XCTAssertEqual(
            preview.lines.filter { preview.kept.contains($0.id) }.map(\.word), (isAsked ? ["Changed"] : []), "\(kind)")
        await screen.importAnswered(applies: true)
        var expected = Self.imported(kind, .update)  // What is set aside is told with its reason.
        expected.isAsked = expected.isAsked && expected.everybody.contains(55)
        XCTAssertEqual(try left(screen.store, isAsked: isAsked), expected, "\(kind)")
    }

    private func anImportOfTheCommandLine(kind: Kind, how: MergeStrategy) async throws {
        let model = try prepared(kind)
        let option = how == .replace ? "--replace" : "--sandbox=\(folder.url.path)"
        let ran = try await dukedir("import", try file().path, option)
        XCTAssertEqual(ran.status, 0, "\(ran.complaint)")
        let (expected, isTold) = (Self.imported(kind, how), ran.complaint.contains("Use --discard-mine"))
        XCTAssertEqual(try left(model.store, isAsked: isTold), expected, "\(kind)")
        // And whoever says yes has the file's
        guard expected.isAsked else { return }
        let yes = try await dukedir("import", try file().path, "--discard-mine")
        XCTAssertEqual(yes.status, 0, "\(yes.complaint)")
        XCTAssertNil(try left(model.store).edit, "\(kind)")
    }

    private func loadFromDisk(kind: Kind, isWindow: Bool) async throws {
        let model = try prepared(kind)
        // A file that was changed by hand, after the last change here was written to it
        _ = try file("people.json")
        try model.saveFile()
        _ = try file("people.json")
        let status = try await isWindow ? loadFromDiskInTheWindow() : Int(dukedir("import").status)
        XCTAssertEqual(status, 0, "\(kind)")
        var expected = Self.imported(kind, .replace)
        expected.isAsked = false
        XCTAssertEqual(try left(model.store), expected, "\(kind)")
        let saved = try JSONDecoder().decode([DukePerson].self, from: Data(contentsOf: model.file))
        XCTAssertEqual(saved.map(\.DUID).sorted(), expected.everybody, "\(kind)")
    }

    private func loadFromDiskOfAFirstLaunchLoadsTheCohort(kind: Kind) throws {
        let model = try prepared(kind)
        let before = try left(model.store)
        // No file is in the sandbox, whatever was written there after an edit
        try model.store.flush()
        try? FileManager.default.removeItem(at: model.file)
        XCTAssertEqual(try model.loadFromDisk().arrived, 30, "\(kind)")
        let after = try left(model.store)
        XCTAssertEqual(after.own, before.own, "\(kind)")
        XCTAssertEqual(after.edit, kind == .left ? nil : before.edit, "\(kind)")
        XCTAssertEqual(after.everybody.count, 30 + (kind == .left ? 0 : 1), "\(kind)")
    }

    // MARK: One by one

    private func deleting(kind: Kind) async throws {
        let model = try prepared(kind)
        let before = try left(model.store)
        guard let own = before.own else { return }
        let ran = try await dukedir("delete", "\(own)")
        XCTAssertEqual(ran.status, 4, "\(kind)")
        XCTAssertTrue(ran.complaint.hasPrefix("This is your own record, so it was not deleted."), "\(kind)")
        _ = model.add(DukePerson(DUID: 3, fName: "Cy"))
        let screen = try directory(in: folder)
        let rows = try screen.store[.people].rows(keys: [own, 3])
        screen.deleteTapped(rows[0])
        let isDone = await until { screen.toast != nil }
        XCTAssertTrue(isDone, "\(kind)")
        XCTAssertEqual(screen.toast?.text, "Your own record cannot be deleted, but you can clear it.", "\(kind)")
        screen.toast = nil
        screen.rowsSelected(rows)
        screen.deleteTapped()
        let isAlsoDone = await until { screen.toast != nil }
        XCTAssertTrue(isAlsoDone, "\(kind)")
        XCTAssertEqual(screen.toast?.text.hasSuffix("deleted. Your own record was kept."), true, "\(kind)")
        XCTAssertEqual(try left(model.store), before, "\(kind)")
    }

    private func undo(kind: Kind, how: MergeStrategy) async throws {
        _ = try prepared(kind)
        try await RawServer.with(RawServer.answer(try json())) { raw in
            let screen = try directory(in: folder, server: try ServerAddress("127.0.0.1:\(raw.port)"))
            let (before, everybody) = (try left(screen.store), try screen.everybody())
            await screen.download(how)
            screen.transfer.mergeAnswered(.theirs)
            await screen.asked()
            screen.transfer.applyTapped()
            await screen.asked()
            XCTAssertEqual(try left(screen.store).own, 55, "\(kind)")
            _ = try screen.store[.people].undoLast()
            XCTAssertEqual(try screen.everybody(), everybody, "\(kind)")
            XCTAssertEqual(try left(screen.store), before, "\(kind)")
        }
    }

    private func takingInWhatWasRejected(kind: Kind) throws {
        let store = try prepared(kind).store
        let before = try left(store)
        let kept = StoredRejectedElement(id: 1, element: RejectedElement(reason: "", raw: ""))
        if let own = before.own {
            XCTAssertTrue(try !store.accept(DukePerson(DUID: own, netid: "new1"), from: kept), "\(kind)")
            let netid = try XCTUnwrap(try store.find(DukePerson.self, key: own)?.netid)
            XCTAssertTrue(try !store.accept(DukePerson(DUID: 99, netid: netid.uppercased()), from: kept), "\(kind)")
        }
        if let edit = before.edit {
            XCTAssertTrue(try !store.accept(DukePerson(DUID: edit, netid: "new1"), from: kept), "\(kind)")
        }
        XCTAssertEqual(try left(store), before, "\(kind)")
    }
}
