public import ArgumentParser
import DirectoryModel
public import DirectoryStore
import DirectorySync
import Foundation
import Language

struct UploadCommand<C: CommandCollection>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            "upload", translated("Publish your own record, found by your NetID."),
            discussion: translated("Type your password when asked, or set DUKE_DIRECTORY_PASSWORD."))
    }
    @OptionGroup var options: CommonOptions
    @Flag(exclusivity: .exclusive) var flag: UploadFlag
    @Flag(
        help: ArgumentHelp(
            translated("With --update, keep your values for fields that were changed both here and elsewhere.")))
    var overwrite = false
    @OptionGroup var unsent: UnsentOptions

    func validate() throws {
        if overwrite && flag == .initial { throw ValidationError(translated("--overwrite requires --update.")) }
    }

    func run() async throws {
        let collection = try options.open(C.definition)
        let signIn = try options.signIn(in: collection.store)
        let own = try ownRecord(of: signIn.netid, in: collection)
        if own.key == 0 {
            let key = C.keyField
            throw CommandError(
                .data, translated("Your own record has no \(key.label) yet, so it was not uploaded."),
                recovery: translated("Set it with \(C.command) update 0 '\(key.word ?? "")=…' and upload again."))
        }
        let client = try await signIn.acceptedClient(for: collection, unsent)
        // Signing in may have marked another record as the user's own.
        let mine = try ownRecord(of: signIn.netid, in: collection)
        let upload = Upload(collection, client: client)
        var outcome = try await published(mine, by: upload)
        if case .conflict(let both, let tag) = outcome, overwrite {
            let merged = both.merged()
            guard try collection.saveMerged(merged, of: both.mine, and: both.theirs, tag: tag) else {
                throw CommandError.keyTaken(merged, holder: collection.holder(ofKey: merged.key))
            }
            outcome = try await published(merged, by: upload, expecting: tag)
        }
        if case .conflict(let both, _) = outcome { throw conflict(both, server: "\(upload.server)") }
        Terminal.print(outcome.text, flushing: collection.store)
    }

    /// The user's own record in the store, for the sign-in `netid`.
    private func ownRecord(of netid: String, in collection: StoredCollection) throws -> Record {
        if let key = try collection.ownKey(owner: netid), let own = try collection.find(key: key) {
            return own
        }
        let netid = netid.printable
        throw CommandError(
            .notFound,
            translated("No \(C.collection.one) in your list has the NetID \(netid), so your record was not uploaded."),
            recovery: translated(
                "Add it with \(C.command) add \(C.keyField.label) 'netid=\(netid)', or download the list first."))
    }

    private func published(
        _ mine: Record, by upload: Upload, expecting tag: String? = nil
    ) async throws -> Upload.Outcome {
        do throws(SyncError) {
            return try await upload.publish(key: mine.key, expecting: tag, flag.mode)
        } catch {
            switch error {
            case .existsAlready:
                throw CommandError(error, recovery: translated("Use \(C.command) upload --update."))
            case .notPublished: throw CommandError(error, recovery: translated("Use \(C.command) upload --initial."))
            default: throw error
            }
        }
    }

    /// Prints the conflicting fields, and returns the error.
    private func conflict(_ both: ThreeWayMerge, server: String) -> CommandError {
        for difference in both.conflicts { Terminal.printError(difference.text(of: C.definition)) }
        return CommandError(
            SyncError.conflict(server: server),
            recovery: translated(
                """
                Send yours with \(C.command) upload --update --overwrite, or use the server’s with \(C.command) \
                download --update --discard-mine.
                """))
    }
}

/// `upload --initial` is POST, `upload --update` is PUT.
enum UploadFlag: EnumerableFlag {
    case initial
    case update

    static func help(for value: UploadFlag) -> ArgumentHelp? {
        switch value {
        case .initial: ArgumentHelp(translated("Add your record to the server’s list for the first time."))
        case .update: ArgumentHelp(translated("Replace your record on the server."))
        }
    }

    var mode: UploadMode { self == .initial ? .firstTime : .later }
}

struct WithdrawCommand<C: CommandCollection>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration("withdraw", translated("Remove your own entry from the server. Your list still has it."))
    }
    @OptionGroup var options: CommonOptions
    @OptionGroup var confirmation: Confirmation
    @OptionGroup var unsent: UnsentOptions

    func run() async throws {
        let collection = try options.open(C.definition)
        let signIn = try options.signIn(in: collection.store)
        let isConfirmed = try confirmation.isGiven(or: translated("Removing your entry requires confirmation.")) {
            translated("Remove the entry of \(signIn.netid) from \(signIn.server)?")
        }
        guard isConfirmed else { return Terminal.print(translated("Your entry was not removed.")) }
        let upload = Upload(collection, client: try await signIn.acceptedClient(for: collection, unsent))
        try await upload.withdraw()
        Terminal.print(translated("Your entry was removed from \(upload.server). Your list still has it."))
    }
}

struct PasswordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        "password", translated("Change your password on the server."),
        discussion: translated(
            "Type the new password twice, or set DUKE_DIRECTORY_NEW_PASSWORD."))
    @OptionGroup var options: CommonOptions
    @OptionGroup var unsent: UnsentOptions

    func run() async throws {
        let given = ProcessInfo.processInfo.environment["DUKE_DIRECTORY_NEW_PASSWORD"].flatMap { $0.isEmpty ? nil : $0 }
        guard given != nil || Terminal.isInteractive else { throw CommandError.noNewPassword }
        let people = try options.open(.people)
        let client = try await options.signIn(in: people.store).acceptedClient(for: people, unsent)
        let (new, repeated) = try given.map { (new: $0, repeated: $0) } ?? Terminal.newPassword()
        try await client.changePassword(to: new, repeated: repeated)
        Terminal.print(translated("Your password was changed."))
    }
}

/// What happens to changes of another person that were not uploaded when somebody else signs in.
struct UnsentOptions: ParsableArguments {
    @Flag(exclusivity: .exclusive) var changes: UnsentChanges?

    /// Stores a sign-in that the server accepted.
    /// - Returns: the keys of the records whose changes were preserved, by the name of the collection.
    @discardableResult
    func save(_ signIn: SignIn, in store: Store) throws -> [String: Set<Int>] {
        do throws(StoreError) { return try signIn.save(in: store, changes) } catch {
            guard case .unsentChanges = error,
                Terminal.confirm(translated("\(error.message) Keep them in your list?"))
            else { throw error }
            return try signIn.save(in: store, .preserve)
        }
    }
}

extension UnsentChanges: EnumerableFlag {
    public static func name(for value: UnsentChanges) -> NameSpecification {
        .customLong(value == .preserve ? "keep-changes" : "discard-changes")
    }

    public static func help(for value: UnsentChanges) -> ArgumentHelp? {
        switch value {
        case .preserve:
            ArgumentHelp(
                translated(
                    """
                    Keep changes of the person who was signed in before that were not uploaded, until a later download \
                    replaces them.
                    """))
        case .discard:
            ArgumentHelp(translated("Discard changes of the person who was signed in before that were not uploaded."))
        }
    }
}

extension SignIn {
    /// A client with the password in `DUKE_DIRECTORY_PASSWORD`, or the one typed at the prompt.
    func client() throws -> Client {
        let address = try ServerAddress(server)
        guard address.isSafeForPasswords else { throw SyncError.insecure(server: "\(address)") }
        let given = ProcessInfo.processInfo.environment["DUKE_DIRECTORY_PASSWORD"]
        let password = given?.isEmpty == false ? given : Terminal.password(for: netid, server: "\(address)")
        return Client(server: address, credentials: password.map { Credentials(netid: netid, password: $0) })
    }

    /// A client whose sign-in the server accepts. The sign-in is stored, so that the own record belongs to its NetID.
    fileprivate func acceptedClient(for collection: StoredCollection, _ unsent: UnsentOptions) async throws -> Client {
        let client = try client()
        guard client.credentials != nil else { throw CommandError.noPassword(of: netid, at: "\(client.server)") }
        try await client.checkSignIn(collection.definition)
        try unsent.save(self, in: collection.store)
        return client
    }
}
