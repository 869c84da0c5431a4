import DirectoryModel
import Foundation
import Testing

@testable import DirectoryServer

/// Whose password was verified lately need not wait for those who guess.
@Suite struct AuthenticatorTests {
    @Test func aVerifiedPasswordIsRightWhileOthersGuess() async throws {
        try await withTemporaryFile { repository in
            let (accounts, clock) = (Accounts(repository: repository), TestClock())
            let password = try await accounts.add("ab12", role: .student)
            let authenticator = Authenticator(repository: repository, clock: clock.clock)
            func account(_ password: String) async throws -> Account? {
                try await authenticator.account(netid: "AB12", password: password, from: "192.0.2.1")
            }
            #expect(try await account(password)?.netid == "ab12")
            for _ in 0..<10 { #expect(try await account("guess") == nil) }
            // Given too many guesses, then it opens the account, and no other password does
            await #expect(throws: TooManyGuesses.self) { try await account("guess") }
            #expect(try await account(password) != nil)
            // Until the account has another password
            let reset = try await accounts.reset("ab12")
            await #expect(throws: TooManyGuesses.self) { try await account(password) }
            clock.advance(by: .seconds(61))
            #expect(try await account(password) == nil)
            #expect(try await account(reset) != nil)
            // And for ten minutes
            for _ in 0..<9 { #expect(try await account("guess") == nil) }
            clock.advance(by: .seconds(599))
            for _ in 0..<10 { #expect(try await account("guess") == nil) }
            #expect(try await account(reset) != nil)
            clock.advance(by: .seconds(1))
            await #expect(throws: TooManyGuesses.self) { try await account(reset) }
            // And until the account is removed
            clock.advance(by: .seconds(60))
            #expect(try await account(reset) != nil)
            try await accounts.remove("ab12", withEntries: false)
            #expect(try await account(reset) == nil)
        }
    }
}
