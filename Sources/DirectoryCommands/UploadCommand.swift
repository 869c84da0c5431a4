import ArgumentParser
import DirectoryModel
import DirectoryStore
import DirectorySync
import Foundation
import Language

struct UploadCommand<R: DirectoryRecord>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "upload", abstract: translated("Publish your own record, found by your NetID."),
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
        let own: R = try ownRecord(of: signIn.netid, in: store)
        if own.key == 0 { throw NoNumber(label: R.fields[0].label, token: R.fields[0].token ?? "", command: R.command) }
        let client = try await options.accepted(signIn, in: store, for: R.self)
        // Signing in may have marked another record as the user's own.
        let mine: R = try ownRecord(of: signIn.netid, in: store)
        let upload = Upload<R>(client: client, store: store)
        var outcome = try await published(mine, by: upload)
        if case .conflict(let both, let tag) = outcome, overwrite {
            let merged = both.merged()
            let isKept = try Upload.keep(
                merged, inPlaceOf: both.mine, knowing: both.theirs, tag: tag, in: store)
            guard isKept else {
                throw KeyTaken(merged, holder: store.holder(ofKey: merged.key, R.self))
            }
            outcome = try await published(merged, by: upload, expecting: tag)
        }
        if case .conflict(let both, _) = outcome { throw conflict(both, server: "\(upload.server)") }
        try store.saveAndSay(outcome.words)
    }

    private func published(
        _ mine: R, by upload: Upload<R>, expecting tag: String? = nil
    ) async throws -> Upload<R>.Outcome {
        do throws(SyncError) {
            return try await upload.publish(key: mine.key, expecting: tag, flag.way)
        } catch {
            switch error {
            case .existsAlready: throw Advice(problem: error, recovery: translated("Use \(R.command) upload --update."))
            case .notPublished: throw Advice(problem: error, recovery: translated("Use \(R.command) upload --initial."))
            default: throw error
            }
        }
    }

    /// Reports what both sides changed, and returns the error that ends the command.
    private func conflict(_ both: ThreeWayMerge<R>, server: String) -> Advice {
        for difference in both.conflicts { Terminal.complain(difference.words(of: R.self)) }
        return Advice(
            problem: SyncError.conflict(server: server),
            recovery: translated(
                """
                Send yours with \(R.command) upload --update --overwrite, or use the server’s with \(R.command) \
                download --update --discard-mine.
                """))
    }
}

/// The user's own record here, signed in as `netid`.
/// - Throws: `NoOwnRecord`.
private func ownRecord<R: DirectoryRecord>(of netid: String, in store: Store) throws -> R {
    let key = try store.ownKey(of: R.self, owner: netid)
    let own = try key.flatMap { try store.find(R.self, key: $0) }
    guard let own else {
        throw NoOwnRecord(
            netid: netid, one: R.collection.one, label: R.fields[0].label, command: R.command)
    }
    return own
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
        CommandConfiguration(
            commandName: "withdraw",
            abstract: translated("Remove your own entry from the server. Your record here stays."))
    }
    @OptionGroup var options: CommonOptions
    @Flag(help: ArgumentHelp(translated("Skip confirmation."))) var yes = false

    func run() async throws {
        let store = try options.openStore(for: R.self)
        let signIn = try options.signIn(in: store)
        if !yes {
            guard Terminal.isInteractive else { throw NotInteractive(message: Self.unasked) }
            guard Terminal.confirm(translated("Remove the entry of \(signIn.netid) from \(signIn.server)?")) else {
                return Terminal.say(translated("Your entry was not removed."))
            }
        }
        let upload = Upload<R>(client: try await options.accepted(signIn, in: store, for: R.self), store: store)
        try await upload.withdraw()
        Terminal.say(translated("Your entry was removed from \(upload.server). Your record here stays."))
    }

    private static var unasked: String {
        translated("Removing your entry requires confirmation.")
    }
}
