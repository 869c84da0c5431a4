import DirectoryModel
import DirectoryStore
import Foundation
import Testing
import TypedStore

/// One's own record is found again after damage, or it is said that it was not.
struct RestoredOwnTests {
    private let sandbox = Folder()
    private let account = SystemAccount(login: "root", fullName: "Dee Mo")

    /// A first launch whose own record was edited, with somebody else beside it.
    private func fill(netid: String? = nil) throws {
        let model = try DataModel(sandbox: sandbox.url)
        try model.makeOwnRecordIfFirstLaunch(account)
        if let netid {
            try Setting.netid.set(netid, in: model.store)
            try model.store[.people].claimOwn(netid: netid)
        }
        _ = try model.update(#require(model.find(0)).with(\.movie, "Mine"))
        _ = model.add(DukePerson(DUID: 7, netid: "sv7"))
        try model.saveFile()
    }

    /// The header alone, with the list of tables, and the first pages.
    @Test(arguments: [16, 90, 100, 200, 4096, 20_000])
    func ownRecordIsFoundByItsNetID(count: Int) throws {
        try fill()
        try sandbox.overwriteDatabase(count)
        let restored = try #require(try Store.restore(in: sandbox.url, account))
        let store = try sandbox.store()
        #expect(try store[.people].ownKey() == 0)
        #expect(try store[.people].editedOwnKey() == 0)
        #expect(throws: StoreError.ownRecord) { try store[.people].delete(key: 0) }
        #expect(restored.own == .found(name: "Dee Mo"))
        #expect(restored.areSettingsLost)
        #expect(restored.text.contains("Dee Mo was recognized as your own record by its NetID."))
    }

    @Test func changesOfAnotherPersonDoNotStopIt() throws {
        // Given an edited record, a NetID typed since, and a mark other than its own that cannot be read
        try fill(netid: "demo")
        try Setting.netid.set("sv7", in: sandbox.store())
        try sandbox.execute(
            """
            INSERT INTO mark (id, collection, kind, key) VALUES (1000, 'people', 'unseen', 1);
            CREATE TABLE copied AS SELECT id, collection, kind, key, value FROM mark ORDER BY id;
            DROP TABLE mark;
            ALTER TABLE copied RENAME TO mark;
            ALTER TABLE mark
                ADD COLUMN other AS (CASE kind WHEN 'own' THEN '' ELSE abs(-9223372036854775807 - key) END);
            UPDATE people SET hash = 0 WHERE row = 2
            """)
        // When the file is restored, then the record is still the own one
        let restored = try #require(try Store.restore(in: sandbox.url, account))
        #expect(restored.own == .found(name: "Dee Mo"))
        #expect(try sandbox.store()[.people].editedOwnKey() == 0)
    }

    @Test func missingRecordIsReported() throws {
        try fill(netid: "demo")
        try sandbox.overwriteDatabase(4096)
        let restored = try #require(try Store.restore(in: sandbox.url, account))
        #expect(restored.own == .lost)
        #expect(
            restored.text.contains(
                """
                Your sign-in and the server could not be read. Sign in again. Your own record could not be \
                identified. It is the one with the NetID you sign in with.
                """))
        // And signing in marks it
        let store = try sandbox.store()
        #expect(try store[.people].ownKey() == nil)
        try store[.people].claimOwn(netid: "demo")
        #expect(try store[.people].editedOwnKey() == 0)
    }

    @Test func aListOfALostDatabaseIsLoadedWhoeverSignedInBefore() throws {
        // Given a list of a folder whose database is lost, in which another person signed in
        try fill(netid: "demo")
        try FileManager.default.removeItem(at: sandbox.url.appending(path: "directory.sqlite"))
        let model = try DataModel(sandbox: sandbox.url)
        try Setting<String>("accepted-netid-people").set("demo", in: model.store)
        // When it is opened by somebody else, then it is loaded, and theirs is marked
        #expect(try !model.makeOwnRecordIfFirstLaunch(account, netid: "sv7"))
        #expect(try model.store[.people].own().key == 7)
        #expect(model.find(0)?.movie == "Mine")
    }
}
