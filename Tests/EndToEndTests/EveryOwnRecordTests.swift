import DirectoryModel
import DirectoryScreens
import DirectoryStore
import DirectorySync
import Foundation
import Testing

/// What becomes of every kind of own record in every way to remove or write over one, signed in as demo.
@MainActor
struct EveryOwnRecordTests {
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
        /// The first launch's, edited, its NetID too.
        case otherNetID
        /// Published and edited by somebody who was signed in before.
        case former
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
    private let folder = Folder()

    /// A sandbox with nothing but an own record of this kind.
    private func prepared(_ kind: Kind) throws -> DataModel {
        let model = try folder.model()
        let store = model.store
        let isFirst = [.placeholder, .edited, .otherNetID].contains(kind)
        if isFirst { try model.makeOwnRecordIfFirstLaunch(SystemAccount(login: "root", fullName: "Dee Mo")) }
        if kind == .former {
            try SignIn(server: "", netid: "old1").keep(in: store)
            try publish(DukePerson(DUID: 44, netid: "old1"), in: store)
            try SignIn(server: "", netid: "old1").keep(in: store)
            _ = model.update(DukePerson(DUID: 44, netid: "old1", movie: "Mine"))
        }
        try SignIn(server: "", netid: "demo").keep(in: store)
        if kind == .published || kind == .editedAfterPublishing {
            try publish(Self.list[1], in: store)
            try SignIn(server: "", netid: "demo").keep(in: store)
        }
        if kind == .edited || kind == .editedAfterPublishing || kind == .otherNetID {
            var mine = try #require(try store.ownKey(of: DukePerson.self).flatMap(model.find))
            mine.movie = "Mine"
            if kind == .otherNetID { mine.netid = "zz" }
            _ = model.update(mine)
        }
        return model
    }

    private func publish(_ person: DukePerson, in store: Store) throws {
        try store.keepFromServer(person)
        try store.keepPublished(person, tag: nil)
    }

    private func left(_ store: Store, isAsked: Bool = false) throws -> Left {
        let everybody = try store.whole(DukePerson.self) { _ in true }
        return Left(
            everybody: everybody.map(\.DUID).sorted(), edit: everybody.first { $0.movie == "Mine" }?.DUID,
            own: try store.ownKey(of: DukePerson.self, owner: "demo"), isAsked: isAsked)
    }

    private func json() throws -> [UInt8] { Array(try JSONEncoder().encode(Self.list)) }

    private func file(_ name: String = "list.json") throws -> URL {
        try folder.file(name, String(decoding: json(), as: UTF8.self))
    }

    private func dukedir(_ arguments: String...) async throws -> RealProgram.Ran {
        try await RealProgram(
            "dukedir", ["--sandbox", folder.url.path] + arguments, environment: ["DUKE_DIRECTORY_PASSWORD": "demo"]
        ).run()
    }

    // MARK: Downloads

    private static func downloaded(_ kind: Kind, _ how: TakeOver) -> Left {
        switch kind {
        case .placeholder, .published: Left(everybody: [0, 7, 55], edit: nil, own: 55)
        case .edited, .editedAfterPublishing, .otherNetID:
            Left(everybody: [0, 7, 55], edit: 55, own: 55, isAsked: true)
        case .former: Left(everybody: [0, 7, 44, 55], edit: 44, own: 55, isAsked: how == .replace)
        }
    }

    @Test(arguments: Kind.allCases, TakeOver.allCases)
    func aDownloadInTheWindow(kind: Kind, how: TakeOver) async throws {
        _ = try prepared(kind)
        try await RawServer.with(RawServer.answer(try json())) { raw in
            let screen = try directory(in: folder, server: try ServerAddress("127.0.0.1:\(raw.port)"))
            await screen.download(how)
            let isAsked = screen.transfer.state == .merging
            screen.transfer.mergeAnswered(.mine)
            await screen.asked()
            screen.transfer.applyTapped()
            await screen.asked()
            #expect(screen.transfer.report?.isFailure == false)
            #expect(try left(screen.store, isAsked: isAsked) == Self.downloaded(kind, how))
        }
    }

    @Test(arguments: Kind.allCases, TakeOver.allCases)
    func aDownloadOfTheCommandLine(kind: Kind, how: TakeOver) async throws {
        let model = try prepared(kind)
        try await RawServer.with(RawServer.answer(try json())) { raw in
            let ran = try await dukedir("download", "--\(how.rawValue)", "--server", "127.0.0.1:\(raw.port)")
            #expect(ran.status == 0, "\(ran.complaint)")
            let isTold = ran.complaint.contains("so it was kept: use dukedir upload")
            #expect(try left(model.store, isAsked: isTold) == Self.downloaded(kind, how))
        }
    }

    // MARK: Files

    private static func imported(_ kind: Kind, _ how: TakeOver) -> Left {
        switch kind {
        case .placeholder, .published: Left(everybody: [0, 7, 55], edit: nil, own: 55)
        // The stranger and the second one of the NetID are set aside.
        case .edited: Left(everybody: [0, 7], edit: 0, own: 0)
        case .editedAfterPublishing: Left(everybody: [0, 7, 55], edit: 55, own: 55, isAsked: true)
        case .otherNetID: Left(everybody: [0, 7, 55], edit: 0, own: 0)
        case .former: Left(everybody: [0, 7, 44, 55], edit: 44, own: 55, isAsked: how == .replace)
        }
    }

    @Test(arguments: Kind.allCases)
    func anImportInTheWindow(kind: Kind) async throws {
        _ = try prepared(kind)
        let screen = try directory(in: folder)
        await screen.importChosen(try file())
        let preview = try #require(screen.importing?.preview)
        // What would be lost is shown, and not ticked
        let isAsked = !preview.kept.isEmpty
        #expect(preview.lines.filter { preview.kept.contains($0.id) }.map(\.word) == (isAsked ? ["Changed"] : []))
        await screen.importAnswered(applies: true)
        #expect(try left(screen.store, isAsked: isAsked) == Self.imported(kind, .update))
    }

    @Test(arguments: Kind.allCases, TakeOver.allCases)
    func anImportOfTheCommandLine(kind: Kind, how: TakeOver) async throws {
        let model = try prepared(kind)
        let arguments = ["import", try file().path] + (how == .replace ? ["--replace"] : [])
        let ran = try await dukedir(arguments[0], arguments[1], arguments.count > 2 ? arguments[2] : "--netid=demo")
        #expect(ran.status == 0, "\(ran.complaint)")
        var expected = Self.imported(kind, how)
        let isTold = ran.complaint.contains("give --discard-mine")
        if how == .replace && (kind == .edited || kind == .otherNetID) { expected.isAsked = isTold }
        #expect(try left(model.store, isAsked: isTold) == expected)
        // And whoever says yes has the file's
        guard expected.isAsked, kind != .former else { return }
        let yes = try await dukedir("import", try file().path, "--discard-mine")
        #expect(yes.status == 0, "\(yes.complaint)")
        #expect(try left(model.store).edit == nil)
    }

    @Test(arguments: Kind.allCases, [true, false])
    func loadFromDisk(kind: Kind, isWindow: Bool) async throws {
        let model = try prepared(kind)
        _ = try file("people.json")
        if isWindow {
            await (try directory(in: folder)).loadFromDiskTapped()
        } else {
            #expect(try await dukedir("import").status == 0)
        }
        var expected = Self.imported(kind, .replace)
        expected.isAsked = false
        #expect(try left(model.store) == expected)
        // And it was saved at once
        let saved = try JSONDecoder().decode([DukePerson].self, from: Data(contentsOf: model.file))
        #expect(saved.map(\.DUID).sorted() == expected.everybody)
    }

    @Test(arguments: Kind.allCases)
    func loadFromDiskOfAFirstLaunchLoadsTheCohort(kind: Kind) throws {
        let model = try prepared(kind)
        let before = try left(model.store)
        #expect(try model.loadFromDisk().arrived == 30)
        let after = try left(model.store)
        #expect(after.edit == before.edit && after.own == before.own)
        #expect(after.everybody.count == 30 + (before.everybody.isEmpty ? 0 : 1))
    }

    // MARK: One by one

    @Test(arguments: Kind.allCases)
    func deleting(kind: Kind) async throws {
        let model = try prepared(kind)
        let before = try left(model.store)
        guard let own = before.own else { return }
        let ran = try await dukedir("delete", "\(own)")
        #expect(ran.status == 4)
        #expect(ran.complaint.hasPrefix("This is your own record, so it was not deleted."))
        _ = model.add(DukePerson(DUID: 3, fName: "Cy"))
        let screen = try directory(in: folder)
        let rows = try screen.store.rows(of: DukePerson.self, keys: [own, 3])
        screen.deleteTapped(rows[0])
        #expect(await until { screen.toast != nil })
        #expect(screen.toast?.text == "Your own record cannot be deleted, but you can empty it.")
        screen.toastShown()
        screen.rowsSelected(rows)
        screen.deleteTapped()
        #expect(await until { screen.toast != nil })
        #expect(screen.toast?.text.hasSuffix("deleted; your own record stayed") == true)
        #expect(try left(model.store) == before)
    }

    @Test(arguments: Kind.allCases, TakeOver.allCases)
    func undo(kind: Kind, how: TakeOver) async throws {
        _ = try prepared(kind)
        try await RawServer.with(RawServer.answer(try json())) { raw in
            let screen = try directory(in: folder, server: try ServerAddress("127.0.0.1:\(raw.port)"))
            let (before, everybody) = (try left(screen.store), try screen.everybody())
            await screen.download(how)
            screen.transfer.mergeAnswered(.theirs)
            await screen.asked()
            screen.transfer.applyTapped()
            await screen.asked()
            #expect(try left(screen.store).own == 55)
            _ = try screen.store.undoLast(DukePerson.self)
            #expect(try screen.everybody() == everybody)
            #expect(try left(screen.store) == before)
        }
    }

    @Test(arguments: Kind.allCases)
    func takingInWhatWasSetAside(kind: Kind) throws {
        let store = try prepared(kind).store
        let before = try left(store)
        let kept = KeptAside(id: 1, element: SetAside(reason: "", raw: ""))
        if let own = before.own {
            #expect(try !store.takeIn(DukePerson(DUID: own, netid: "new1"), from: kept))
            let netid = try #require(try store.find(DukePerson.self, key: own)?.netid)
            #expect(try !store.takeIn(DukePerson(DUID: 99, netid: netid.uppercased()), from: kept))
        }
        if let edit = before.edit {
            #expect(try !store.takeIn(DukePerson(DUID: edit, netid: "new1"), from: kept))
        }
        #expect(try left(store) == before)
    }
}
