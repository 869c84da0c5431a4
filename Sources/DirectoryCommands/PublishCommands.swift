public import ArgumentParser
import DirectoryModel
public import DirectoryStore
import DirectorySync
import Foundation
import Language

struct DownloadCommand<R: DirectoryRecord>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            "download", translated("Download all \(R.collection.many) from the class server."),
            discussion: translated("Type your password when asked, or set DUKE_DIRECTORY_PASSWORD."))
    }
    @OptionGroup var options: CommonOptions
    @Flag(exclusivity: .exclusive) var how: MergeStrategy
    @Flag(
        help: ArgumentHelp(
            translated(
                "Use the server’s version of your own record, even if your changes are not uploaded.")))
    var discardMine = false

    func run() async throws {
        let store = try options.openStore(for: R.self)
        let signIn = try options.signIn(in: store)
        let client = try signIn.client()
        let download = Download<R>(client: client, store: store, how: how)
        let fetched: Download<R>.FetchedList?
        do { fetched = try await watched(download) } catch SyncError.passwordNeeded {
            throw CommandError.noPassword(of: signIn.netid, at: "\(client.server)")
        }
        guard let arrival = fetched else { return Terminal.say(translated("Already up to date.")) }
        if arrival.isWithoutRecords, how == .replace,
            !Terminal.confirm(translated("The server’s list is empty. Clear your list too?"))
        {
            throw SyncError.emptyListSent(server: "\(client.server)", many: R.collection.many)
        }
        try client.credentials == nil ? signIn.remember(in: store) : signIn.keep(in: store)
        let unpublished = try arrival.unpublished(in: store)
        let own: OwnRecord<R> = discardMine ? .theirs : OwnRecord(unasked: unpublished)
        let summary = try download.apply(arrival, own: own, of: unpublished)
        try store.saveAndSay(summary.arrived(of: R.collection))
        if let unpublished, try store.find(R.self, key: unpublished.mine.key) == unpublished.mine || !discardMine {
            Terminal.complain(Self.words(for: unpublished))
        }
        Terminal.sayReasons(summary)
    }

    private static func words(for unpublished: Unpublished<R>) -> String {
        guard let merge = unpublished.merge else {
            return translated(
                "Your own record is not on the server, so it was kept. Use \(R.command) upload --initial.")
        }
        func labels(_ differences: [FieldDifference]) -> String {
            differences.map(\.label).joined(separator: translated(", "))
        }
        var sentences = [
            translated(
                "Your own record has changes that are not uploaded, so it was kept. Use \(R.command) upload --update.")
        ]
        if !merge.onlyTheirs.isEmpty {
            sentences.append(translated("Changed elsewhere and applied: \(labels(merge.onlyTheirs))."))
        }
        if !merge.isDecided, !unpublished.isBaseLost {
            sentences.append(translated("Changed here and elsewhere, your version kept: \(labels(merge.conflicts))."))
        }
        return sentences.joined(separator: " ")
    }

    private func watched(_ download: Download<R>) async throws -> Download<R>.FetchedList? {
        let (progress, continuation) = AsyncStream.makeStream(
            of: TransferProgress.self, bufferingPolicy: .bufferingNewest(1))
        let drawing = Task { for await step in progress { Terminal.draw(step, of: R.collection) } }
        let fetched: Result<Download<R>.FetchedList?, any Error>
        do {
            fetched = .success(try await download.fetch { continuation.yield($0) })
        } catch { fetched = .failure(error) }
        continuation.finish()
        await drawing.value
        Terminal.redraw("")
        return try fetched.get()
    }
}

extension MergeStrategy: EnumerableFlag {
    public static func help(for value: MergeStrategy) -> ArgumentHelp? {
        switch value {
        case .replace: ArgumentHelp(translated("Replace the local list."))
        case .update: ArgumentHelp(translated("Add and update people, keep local ones."))
        }
    }
}

struct UploadCommand<R: DirectoryRecord>: AsyncParsableCommand {
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

    func validate() throws {
        if overwrite && flag == .initial { throw ValidationError(translated("--overwrite requires --update.")) }
    }

    func run() async throws {
        let store = try options.openStore(for: R.self)
        let signIn = try options.signIn(in: store)
        let own = try ownRecord(of: signIn.netid, in: store)
        if own.key == 0 {
            let key = R.fields[0]
            throw CommandError(
                .data, translated("Your own record has no \(key.label) yet, so it was not uploaded."),
                recovery: translated("Set it with \(R.command) update 0 '\(key.token ?? "")=…' and upload again."))
        }
        let client = try await signIn.acceptedClient(in: store, for: R.self)
        // Signing in may have marked another record as the user's own.
        let mine = try ownRecord(of: signIn.netid, in: store)
        let upload = Upload<R>(client: client, store: store)
        var outcome = try await published(mine, by: upload)
        if case .conflict(let both, let tag) = outcome, overwrite {
            let merged = both.merged()
            let isKept = try Upload.keep(
                merged, inPlaceOf: both.mine, knowing: both.theirs, tag: tag, in: store)
            guard isKept else {
                throw CommandError.keyTaken(merged, holder: store.holder(ofKey: merged.key, R.self))
            }
            outcome = try await published(merged, by: upload, expecting: tag)
        }
        if case .conflict(let both, _) = outcome { throw conflict(both, server: "\(upload.server)") }
        try store.saveAndSay(outcome.words)
    }

    /// The user's own record here, signed in as `netid`.
    private func ownRecord(of netid: String, in store: Store) throws -> R {
        if let key = try store.ownKey(of: R.self, owner: netid), let own = try store.find(R.self, key: key) {
            return own
        }
        let netid = netid.printable
        throw CommandError(
            .notFound,
            translated("No \(R.collection.one) in your list has the NetID \(netid), so your record was not uploaded."),
            recovery: translated(
                "Add it with \(R.command) add \(R.fields[0].label) 'netid=\(netid)', or download the list first."))
    }

    private func published(
        _ mine: R, by upload: Upload<R>, expecting tag: String? = nil
    ) async throws -> Upload<R>.Outcome {
        do throws(SyncError) {
            return try await upload.publish(key: mine.key, expecting: tag, flag.way)
        } catch {
            switch error {
            case .existsAlready:
                throw CommandError(error, recovery: translated("Use \(R.command) upload --update."))
            case .notPublished: throw CommandError(error, recovery: translated("Use \(R.command) upload --initial."))
            default: throw error
            }
        }
    }

    /// Prints what both sides changed, and returns the error that ends the command.
    private func conflict(_ both: ThreeWayMerge<R>, server: String) -> CommandError {
        for difference in both.conflicts { Terminal.complain(difference.words(of: R.self)) }
        return CommandError(
            SyncError.conflict(server: server),
            recovery: translated(
                """
                Send yours with \(R.command) upload --update --overwrite, or use the server’s with \(R.command) \
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

    var way: UploadWay { self == .initial ? .firstTime : .later }
}

struct WithdrawCommand<R: DirectoryRecord>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration("withdraw", translated("Remove your own entry from the server. Your record here stays."))
    }
    @OptionGroup var options: CommonOptions
    @OptionGroup var confirmation: Confirmation

    func run() async throws {
        let store = try options.openStore(for: R.self)
        let signIn = try options.signIn(in: store)
        let isConfirmed = try confirmation.isGiven(or: translated("Removing your entry requires confirmation.")) {
            translated("Remove the entry of \(signIn.netid) from \(signIn.server)?")
        }
        guard isConfirmed else { return Terminal.say(translated("Your entry was not removed.")) }
        let upload = Upload<R>(client: try await signIn.acceptedClient(in: store, for: R.self), store: store)
        try await upload.withdraw()
        Terminal.say(translated("Your entry was removed from \(upload.server). Your record here stays."))
    }
}

struct PasswordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        "password", translated("Change your password on the server."),
        discussion: translated(
            "Type the new password twice, or set DUKE_DIRECTORY_NEW_PASSWORD."))
    @OptionGroup var options: CommonOptions

    func run() async throws {
        let given = ProcessInfo.processInfo.environment["DUKE_DIRECTORY_NEW_PASSWORD"].flatMap { $0.isEmpty ? nil : $0 }
        guard given != nil || Terminal.isInteractive else { throw CommandError.noNewPassword }
        let store = try options.open().store
        let signIn = try options.signIn(in: store)
        let client = try signIn.clientWithPassword()
        try await client.changePassword(to: try given ?? Terminal.newPassword())
        try signIn.keep(in: store)
        Terminal.say(translated("Your password was changed."))
    }
}

extension SignIn {
    /// A client with the password in `DUKE_DIRECTORY_PASSWORD`, or the one typed at the prompt.
    fileprivate func client() throws -> Client {
        let address = try ServerAddress(server)
        guard address.mayHearPasswords else { throw SyncError.insecure(server: "\(address)") }
        let given = ProcessInfo.processInfo.environment["DUKE_DIRECTORY_PASSWORD"]
        let password = given?.isEmpty == false ? given : Terminal.password(for: netid, server: "\(address)")
        return Client(server: address, credentials: password.map { Credentials(netid: netid, password: $0) })
    }

    fileprivate func clientWithPassword() throws -> Client {
        let client = try client()
        guard client.credentials != nil else { throw CommandError.noPassword(of: netid, at: "\(client.server)") }
        return client
    }

    /// A client whose sign-in the server accepts. The sign-in is stored, so that the own record belongs to its NetID.
    fileprivate func acceptedClient<R: DirectoryRecord>(in store: Store, for type: R.Type) async throws -> Client {
        let client = try clientWithPassword()
        try await client.checkSignIn(type)
        try keep(in: store)
        return client
    }
}
