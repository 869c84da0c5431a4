import DirectoryModel
import DirectoryStore
import DirectorySync
import Foundation
import Language

/// The error that the server requires a password, and the program cannot ask for it.
struct NoPassword: UserFacingError {
    let netid: String
    let server: String

    var message: String { translated("\(server) requires the password of \(netid).") }
    var recovery: String { Self.recovery }

    static var recovery: String { translated("Set DUKE_DIRECTORY_PASSWORD, or run the command in a terminal.") }
}

extension SignIn {
    /// A client with the password in `DUKE_DIRECTORY_PASSWORD`, or the one that was typed at the prompt.
    func client() throws -> Client {
        let address = try ServerAddress(server)
        guard address.mayHearPasswords else { throw SyncError.insecure(server: "\(address)") }
        let given = ProcessInfo.processInfo.environment["DUKE_DIRECTORY_PASSWORD"]
        let password = given?.isEmpty == false ? given : Terminal.password(for: netid, server: "\(address)")
        return Client(server: address, credentials: password.map { Credentials(netid: netid, password: $0) })
    }
}

extension CommonOptions {
    /// A client that signs in, for requests that require it.
    /// - Throws: `NoPassword` where the program cannot ask for it.
    func signedIn(_ signIn: SignIn) throws -> Client {
        let client = try signIn.client()
        guard client.credentials != nil else { throw NoPassword(netid: signIn.netid, server: "\(client.server)") }
        return client
    }

    /// The client of a sign-in that the server accepts, which is stored, so that the own record belongs to its NetID.
    func accepted<R: DirectoryRecord>(_ signIn: SignIn, in store: Store, for type: R.Type) async throws -> Client {
        let client = try signedIn(signIn)
        try await client.checkSignIn(type)
        try signIn.keep(in: store)
        return client
    }
}
