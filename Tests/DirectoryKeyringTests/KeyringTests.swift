import DirectoryModel
import DirectorySync
import Foundation
import Testing

@testable import DirectoryKeyring

/// The desktops that with-keyring.sh sets up.
enum Desktop: String {
    /// A gnome-keyring-daemon with its keyring unlocked.
    case unlocked
    /// A gnome-keyring-daemon whose keyring is locked, without a way to prompt.
    case locked
    /// A session bus without a Secret Service.
    case without
    /// No session bus.
    case busless

    static let now = ProcessInfo.processInfo.environment["DIRECTORY_TEST_KEYRING"].flatMap(Desktop.init)
    static let hint: Comment = "run Tests/DirectoryKeyringTests/with-keyring.sh (Debian: gnome-keyring, dbus)"
}

/// A sandbox whose selector has stored a password of ana1 at the server.
private func storesPasswordInKeyring() async throws -> (
    sandbox: URL, server: ServerAddress, best: PasswordStoreSelector
) {
    let sandbox = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: sandbox, withIntermediateDirectories: true)
    let (server, best) = (try ServerAddress("https://best.example.edu"), PasswordStoreSelector(sandbox: sandbox))
    try await best.save("secret", of: "ana1", at: server)
    return (sandbox, server, best)
}

@Suite(.enabled(if: Desktop.now == .unlocked, Desktop.hint))
struct UnlockedKeyringTests {
    private let keyring = Keyring()

    @Test func lastPasswordIsStoredUntilRemoved() async throws {
        #expect(await Keyring.available())
        let server = try ServerAddress("https://one.example.edu:8443")
        #expect(await keyring.password(of: "ana1", at: server) == nil)
        try await keyring.save("first", of: "ana1", at: server)
        #expect(await keyring.password(of: "ana1", at: server) == "first")
        try await keyring.save("second", of: "ana1", at: server)
        #expect(await keyring.password(of: "ana1", at: server) == "second")
        // Forgetting a password that is not there is no error.
        for _ in 0..<2 {
            try await keyring.save(nil, of: "ana1", at: server)
            #expect(await keyring.password(of: "ana1", at: server) == nil)
        }
    }

    @Test func tellsNetIDsAndServersApart() async throws {
        let two = try ServerAddress("https://two.example.edu")
        let three = try ServerAddress("https://three.example.edu")
        try await keyring.save("a", of: "ana1", at: two)
        try await keyring.save("b", of: "bo2", at: two)
        try await keyring.save("c", of: "ana1", at: three)
        try await keyring.save(nil, of: "bo2", at: two)

        #expect(await keyring.password(of: "ana1", at: two) == "a")
        #expect(await keyring.password(of: "bo2", at: two) == nil)
        #expect(await keyring.password(of: "ana1", at: three) == "c")
    }

    @Test func namesTheNetIDsThatHavePasswords() async throws {
        // Given passwords of two
        let server = try ServerAddress("https://four.example.edu")
        for netid in ["four1", "four2"] { try await keyring.save("a", of: netid, at: server) }
        // Then both are found, and there is no only NetID
        #expect(try KeyringItem.netids().isSuperset(of: ["four1", "four2"]))
        #expect(Keyring.onlyNetID() == nil)
        // And a removed password is not found
        try await keyring.save(nil, of: "four2", at: server)
        #expect(try !KeyringItem.netids().contains("four2"))
    }

    @Test func storesAnyText() async throws {
        let server = try ServerAddress("https://text.example.edu")
        let long = String(repeating: "x", count: 5000)
        for password in ["", "å ß 🔑", "with \"quotes\" and\nlines", "nul\0inside", long] {
            try await keyring.save(password, of: "ana1", at: server)
            #expect(await keyring.password(of: "ana1", at: server) == password)
        }
    }

    @Test func passwordsStoredConcurrentlyAreAllFound() async throws {
        let server = try ServerAddress("https://many.example.edu")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...20 {
                group.addTask { try await keyring.save("pw\(number)", of: "n\(number)", at: server) }
            }
            try await group.waitForAll()
        }
        for number in 1...20 { #expect(await keyring.password(of: "n\(number)", at: server) == "pw\(number)") }
    }

    @Test func theKeyringIsChosenFirst() async throws {
        let (sandbox, server, best) = try await storesPasswordInKeyring()
        defer { try? FileManager.default.removeItem(at: sandbox) }
        #expect(best.location == "in this desktop’s keyring")
        #expect(await keyring.password(of: "ana1", at: server) == "secret")
        #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox.path(percentEncoded: false)).isEmpty)
    }
}

@Suite(.enabled(if: Desktop.now == .locked, Desktop.hint), .timeLimit(.minutes(10)))
struct LockedKeyringTests {
    private let keyring = Keyring()

    /// The tests of the unlocked keyring, which run first, leave a password of ana1.
    @Test func comesBackWithoutAPassword() async throws {
        #expect(await Keyring.available())
        #expect(await keyring.password(of: "ana1", at: try ServerAddress("https://three.example.edu")) == nil)
    }

    @Test(arguments: ["secret", nil]) func refusesInAPlainSentence(_ password: String?) async throws {
        let server = try ServerAddress("https://three.example.edu")
        let error = await #expect(throws: (any Error).self) {
            try await keyring.save(password, of: "ana1", at: server)
        }

        let explained = try #require(error as? any UserFacingError)

        #expect(explained.message.contains("keyring"))
        #expect(!explained.description.contains("secret"))
    }
}

@Suite(.enabled(if: Desktop.now == .without || Desktop.now == .busless, Desktop.hint), .timeLimit(.minutes(10)))
struct NoKeyringTests {
    @Test func withoutAKeyringNoPasswordIsFoundOrSaved() async throws {
        #expect(Keyring.onlyNetID() == nil)
        #expect(await !Keyring.available())
        let server = try ServerAddress("https://one.example.edu")
        #expect(await Keyring().password(of: "ana1", at: server) == nil)
        let error = await #expect(throws: (any Error).self) {
            try await Keyring().save("secret", of: "ana1", at: server)
        }
        #expect(error is any UserFacingError)
    }

    @Test func theFileIsChosenWithoutAKeyring() async throws {
        let (sandbox, server, best) = try await storesPasswordInKeyring()
        defer { try? FileManager.default.removeItem(at: sandbox) }
        #expect(best.location == "in a file that only you can read")
        #expect(await PasswordFile(sandbox: sandbox).password(of: "ana1", at: server) == "secret")
    }
}
