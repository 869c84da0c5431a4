import ArgumentParser
import DirectoryModel
import DirectoryStore
import DirectorySync
import Foundation
import Language

/// `upload --initial` is POST, `upload --update` is PUT.
enum UploadFlag: EnumerableFlag {
    case initial
    case update

    static func help(for value: UploadFlag) -> ArgumentHelp? {
        switch value {
        case .initial: ArgumentHelp(translated("The first time: your record is added to the server's list."))
        case .update: ArgumentHelp(translated("Later: your record takes the place of the one the server has."))
        }
    }

    var way: UploadWay { self == .initial ? .firstTime : .later }
}

struct UploadCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "upload", abstract: translated("Publish your own record, found by your NetID."),
        discussion: translated("The password is taken from DUKE_DIRECTORY_PASSWORD, or asked for."))
    @OptionGroup var options: CommonOptions
    @Flag(exclusivity: .exclusive) var flag: UploadFlag
    @Flag(help: ArgumentHelp(translated("With --update: yours counts where a field was changed here and elsewhere.")))
    var overwrite = false

    func validate() throws {
        if overwrite && flag == .initial { throw ValidationError(translated("--overwrite goes with --update.")) }
    }

    func run() async throws {
        let model = try options.open()
        let signIn = try options.signIn(in: model.store)
        if try ownRecord(of: signIn.netid, in: model.store).DUID == 0 { throw NoDUID() }
        let client = try await options.accepted(signIn, in: model.store)
        // Signing in may have made another record one's own.
        let mine = try ownRecord(of: signIn.netid, in: model.store)
        let upload = Upload<DukePerson>(client: client, store: model.store)
        var outcome = try await published(mine, by: upload)
        if case .conflict(let both, let tag) = outcome, overwrite {
            let merged = both.merged()
            let isKept = try Upload.keep(
                merged, inPlaceOf: both.mine, knowing: both.theirs, tag: tag, in: model.store)
            guard isKept else { throw KeyTaken(key: merged.paddedDUID) }
            outcome = try await published(merged, by: upload, expecting: tag)
        }
        if case .conflict(let both, _) = outcome { throw conflict(both, server: "\(upload.server)") }
        try model.store.saveAndSay(outcome.words)
    }

    private func published(
        _ mine: DukePerson, by upload: Upload<DukePerson>, expecting tag: String? = nil
    ) async throws -> Upload<DukePerson>.Outcome {
        do throws(SyncError) {
            return try await upload.publish(key: mine.DUID, expecting: tag, flag.way)
        } catch {
            switch error {
            case .existsAlready: throw Advice(problem: error, recovery: translated("Use dukedir upload --update."))
            case .notPublished: throw Advice(problem: error, recovery: translated("Use dukedir upload --initial."))
            default: throw error
            }
        }
    }

    /// Says what both sides changed, and returns what ends the command.
    private func conflict(_ both: ThreeWayMerge<DukePerson>, server: String) -> Advice {
        for difference in both.conflicts { Terminal.complain(difference.words(of: DukePerson.self)) }
        return Advice(
            problem: SyncError.conflict(server: server),
            recovery: translated(
                """
                Send yours with dukedir upload --update --overwrite, or take the server's with dukedir download \
                --update --discard-mine.
                """))
    }
}

struct WithdrawCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "withdraw", abstract: translated("Remove your own entry from the server; your record here stays."))
    @OptionGroup var options: CommonOptions
    @Flag(help: ArgumentHelp(translated("Do not ask."))) var yes = false

    func run() async throws {
        let store = try options.open().store
        let signIn = try options.signIn(in: store)
        if !yes {
            guard Terminal.isInteractive else { throw NobodyToAsk(message: Self.unasked) }
            guard Terminal.confirm(translated("Remove the entry of \(signIn.netid) from \(signIn.server)?")) else {
                return Terminal.say(translated("Nothing was removed."))
            }
        }
        let upload = Upload<DukePerson>(client: try await options.accepted(signIn, in: store), store: store)
        try await upload.withdraw()
        Terminal.say(translated("Your entry was removed from \(upload.server); your record here stays."))
    }

    private static var unasked: String {
        translated("Removing your entry has to be confirmed, and nobody could be asked.")
    }
}

struct PasswordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "password", abstract: translated("Change your password at the server."),
        discussion: translated("The new one is asked for twice, or taken from DUKE_DIRECTORY_NEW_PASSWORD."))
    @OptionGroup var options: CommonOptions

    func run() async throws {
        let given = ProcessInfo.processInfo.environment["DUKE_DIRECTORY_NEW_PASSWORD"].flatMap { $0.isEmpty ? nil : $0 }
        guard given != nil || Terminal.isInteractive else { throw NoNewPassword() }
        let store = try options.open().store
        let signIn = try options.signIn(in: store)
        let client = try options.signedIn(signIn)
        try await client.changePassword(to: try given ?? Terminal.newPassword())
        try signIn.keep(in: store)
        Terminal.say(translated("Your password was changed."))
    }
}

/// The record here that is one's own, signed in as `netid`.
/// - Throws: `NoOwnRecord`.
private func ownRecord(of netid: String, in store: Store) throws -> DukePerson {
    let key = try store.ownKey(of: DukePerson.self, owner: netid)
    let own = try key.flatMap { try store.find(DukePerson.self, key: $0) }
    guard let own else { throw NoOwnRecord(netid: netid) }
    return own
}
