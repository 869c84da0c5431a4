import DirectorySync
import Testing

@testable import DirectoryKeyring

/// The choice between keyring and file, without a keyring.
struct PasswordStoreSelectorTests {
    private let keyring = Memory(place: "in the keyring")
    private let file = Memory(place: "in the file")

    private func server() throws -> ServerAddress { try ServerAddress("https://one.example.edu") }

    private func best(isKeyringThere: Bool) -> PasswordStoreSelector {
        PasswordStoreSelector(keyring: keyring, file: file) { isKeyringThere }
    }

    @Test func makingItWaitsForNothing() async throws {
        let (answers, answer) = AsyncStream.makeStream(of: Bool.self)
        let best = PasswordStoreSelector(keyring: keyring, file: file) { await answers.first { _ in true } ?? false }
        #expect(best.place == "on this computer")
        answer.yield(true)
        _ = await best.password(of: "ana1", at: try server())
        #expect(best.place == "in the keyring")
    }

    @Test func withAKeyringTheFileKeepsNone() async throws {
        let server = try server()
        await file.keep("of a time without", of: "ana1", at: server)
        let best = best(isKeyringThere: true)
        #expect(await best.password(of: "ana1", at: server) == "of a time without")
        try await best.keep("new", of: "ana1", at: server)
        #expect(await best.password(of: "ana1", at: server) == "new")
        #expect(await keyring.password(of: "ana1", at: server) == "new")
        #expect(await file.password(of: "ana1", at: server) == nil)
    }

    @Test func forgettingForgetsInBoth() async throws {
        let server = try server()
        await file.keep("old", of: "ana1", at: server)
        await keyring.keep("new", of: "ana1", at: server)
        try await best(isKeyringThere: true).keep(nil, of: "ana1", at: server)
        #expect(await best(isKeyringThere: true).password(of: "ana1", at: server) == nil)
    }

    @Test func withoutAKeyringItIsTheFile() async throws {
        let server = try server()
        let best = best(isKeyringThere: false)
        try await best.keep("secret", of: "ana1", at: server)
        #expect(await file.password(of: "ana1", at: server) == "secret")
        #expect(await keyring.password(of: "ana1", at: server) == nil)
        #expect(best.place == "in the file")
    }

    @Test func aKeyringThatRefusesIsNoReasonToUseTheFile() async throws {
        let server = try server()
        let best = PasswordStoreSelector(keyring: Refusing(), file: file) { true }
        await #expect(throws: Refusing.Refusal.self) { try await best.keep("secret", of: "ana1", at: server) }
        #expect(await file.password(of: "ana1", at: server) == nil)
    }
}

/// Stores passwords in memory.
private actor Memory: PasswordStore {
    nonisolated let place: String
    private var kept: [String: String] = [:]

    init(place: String) { self.place = place }

    func password(of netid: String, at server: ServerAddress) -> String? { kept["\(netid)@\(server.url)"] }
    func keep(_ password: String?, of netid: String, at server: ServerAddress) {
        kept["\(netid)@\(server.url)"] = password
    }
}

private struct Refusing: PasswordStore {
    struct Refusal: Error {}
    var place: String { "nowhere" }
    func password(of netid: String, at server: ServerAddress) async -> String? { nil }
    func keep(_ password: String?, of netid: String, at server: ServerAddress) async throws { throw Refusal() }
}
