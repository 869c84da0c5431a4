import DirectorySync
import Testing

@testable import DirectoryKeyring

/// The choice between keyring and file, without a keyring.
struct PasswordStoreSelectorTests {
    private let keyring = Memory(location: "in the keyring")
    private let file = Memory(location: "in the file")
    private let server: ServerAddress

    init() throws { server = try ServerAddress("https://one.example.edu") }

    private func best(isKeyringThere: Bool) -> PasswordStoreSelector {
        PasswordStoreSelector(keyring: keyring, file: file) { isKeyringThere }
    }

    @Test func makingItWaitsForNothing() async throws {
        let (answers, answer) = AsyncStream.makeStream(of: Bool.self)
        let best = PasswordStoreSelector(keyring: keyring, file: file) { await answers.first { _ in true } ?? false }
        #expect(best.location == "on this computer")
        answer.yield(true)
        _ = await best.password(of: "ana1", at: server)
        #expect(best.location == "in the keyring")
    }

    @Test func fileIsEmptyWithKeyring() async throws {
        await file.save("of a time without", of: "ana1", at: server)
        let best = best(isKeyringThere: true)
        #expect(await best.password(of: "ana1", at: server) == "of a time without")
        try await best.save("new", of: "ana1", at: server)
        #expect(await best.password(of: "ana1", at: server) == "new")
        #expect(await keyring.password(of: "ana1", at: server) == "new")
        #expect(await file.password(of: "ana1", at: server) == nil)
    }

    @Test func forgettingForgetsInBoth() async throws {
        await file.save("old", of: "ana1", at: server)
        await keyring.save("new", of: "ana1", at: server)
        try await best(isKeyringThere: true).save(nil, of: "ana1", at: server)
        #expect(await best(isKeyringThere: true).password(of: "ana1", at: server) == nil)
    }

    @Test func withoutAKeyringItIsTheFile() async throws {
        let best = best(isKeyringThere: false)
        try await best.save("secret", of: "ana1", at: server)
        #expect(await file.password(of: "ana1", at: server) == "secret")
        #expect(await keyring.password(of: "ana1", at: server) == nil)
        #expect(best.location == "in the file")
    }

    @Test func aKeyringThatRefusesIsNoReasonToUseTheFile() async throws {
        let best = PasswordStoreSelector(keyring: Refusing(), file: file) { true }
        await #expect(throws: Refusing.Refusal.self) { try await best.save("secret", of: "ana1", at: server) }
        #expect(await file.password(of: "ana1", at: server) == nil)
    }
}

/// Stores passwords in memory.
private actor Memory: PasswordStore {
    nonisolated let location: String
    private var stored: [String: String] = [:]

    init(location: String) { self.location = location }

    func password(of netid: String, at server: ServerAddress) -> String? { stored["\(netid)@\(server.url)"] }
    func save(_ password: String?, of netid: String, at server: ServerAddress) {
        stored["\(netid)@\(server.url)"] = password
    }
}

private struct Refusing: PasswordStore {
    struct Refusal: Error {}
    var location: String { "nowhere" }
    func password(of netid: String, at server: ServerAddress) async -> String? { nil }
    func save(_ password: String?, of netid: String, at server: ServerAddress) async throws { throw Refusal() }
}
