public import ArgumentParser
import DirectoryModel
public import DirectoryStore
import DirectorySync
import Foundation

extension TakeOver: EnumerableFlag {
    public static func help(for value: TakeOver) -> ArgumentHelp? {
        switch value {
        case .replace: "The list becomes the local list."
        case .update: "Per DUID, update or add; who is only here stays."
        }
    }
}

struct DownloadCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "download", abstract: "Download everybody from the class server.",
        discussion: "The password is taken from DUKE_DIRECTORY_PASSWORD, or asked for.")
    @OptionGroup var options: CommonOptions
    @Flag(exclusivity: .exclusive) var how: TakeOver
    @Flag(help: "The server's version of your own record counts, even where you edited yours and did not upload it.")
    var discardMine = false

    private static let emptyQuestion = "The server's list has nobody in it. Empty your list too?"

    func run() async throws {
        let model = try options.open()
        let signIn = try options.signIn(in: model.store)
        let client = try signIn.client()
        let download = Download<DukePerson>(client: client, store: model.store, how: how)
        let fetched: Download<DukePerson>.Fetched
        do { fetched = try await watched(download) } catch SyncProblem.signInNeeded where client.credentials == nil {
            throw NoPassword(netid: signIn.netid, server: "\(client.server)")
        }
        guard case .arrived(let arrival) = fetched else { return Terminal.say("Already up to date.") }
        if arrival.holdsNobody, how == .replace, !Terminal.confirm(Self.emptyQuestion) {
            throw SyncProblem.nobodySent(server: "\(client.server)", many: DukePerson.collection.many)
        }
        try signIn.keep(in: model.store)
        let unpublished = discardMine ? nil : try arrival.unpublished(in: model.store)
        let summary = try download.takeOver(arrival, own: discardMine ? .theirs : .mine)
        try model.saveFile()
        Terminal.say("\(DukePerson.collection.counted(summary.arrived)) arrived: \(summary.words).")
        if let unpublished { Terminal.complain(Self.words(for: unpublished)) }
        try sayReasons(of: DukePerson.self, summary, in: model.store)
    }

    private static func words(for unpublished: Unpublished<DukePerson>) -> String {
        unpublished.theirs == nil
            ? "Your own record is not on the server, so it was kept: use dukedir upload --initial."
            : "Your own record was edited here and not uploaded, so it was kept: use dukedir upload --update."
    }

    private func watched(_ download: Download<DukePerson>) async throws -> Download<DukePerson>.Fetched {
        let (progress, continuation) = AsyncStream.makeStream(
            of: TransferProgress.self, bufferingPolicy: .bufferingNewest(1))
        let drawing = Task { for await step in progress { Terminal.draw(step, of: DukePerson.collection) } }
        do {
            let fetched = try await download.fetch { continuation.yield($0) }
            await Self.end(drawing, continuation)
            return fetched
        } catch {
            await Self.end(drawing, continuation)
            throw error
        }
    }

    private static func end(
        _ drawing: Task<Void, Never>, _ continuation: AsyncStream<TransferProgress>.Continuation
    ) async {
        continuation.finish()
        await drawing.value
        Terminal.clearProgress()
    }
}

/// Says what was set aside and why.
func sayReasons<R: Record>(of type: R.Type, _ summary: ChangeSummary, in store: Store) throws {
    guard summary.setAside > 0 else { return }
    let reasons = try store.setAside(type)
    for setAside in reasons {
        Terminal.complain("Set aside: \(setAside.reason) \(setAside.raw.prefix(60).description.printable)")
    }
    if summary.setAside > reasons.count { Terminal.complain("… and \(summary.setAside - reasons.count) more.") }
}

struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Take people over from a file: JSON of any dialect, a property list, CSV or vCards.",
        discussion: """
            Cards and tables of other programs, which say no DUID, are taken over where exactly one person here has \
            their NetID or address. What they do not say stays as it is.
            """)
    @OptionGroup var options: CommonOptions
    @Argument(
        help: """
            The file; without one this is Load from Disk, which puts the sandbox's own file, or else the bundled \
            cohort, in the place of the local list.
            """, completion: .file(extensions: ["json", "plist", "csv", "vcf"]))
    var file: String?
    @Flag(help: "The file's list becomes the local list; otherwise people are updated or added.") var replace = false

    func run() throws {
        let model = try options.open()
        let summary: ChangeSummary
        if let file {
            summary = try model.store.load(
                ListFile<DukePerson>(URL(filePath: file), isStrict: true), replace ? .replace : .update,
                mayEmpty: !replace)
            try model.saveFile()
        } else {
            summary = try model.loadFromDisk()
        }
        Terminal.say("\(DukePerson.collection.counted(summary.arrived)) read: \(summary.words).")
        try sayReasons(of: DukePerson.self, summary, in: model.store)
    }
}

struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Write everybody to a file: \(DukePerson.writtenKinds).",
        discussion: "CSV goes without pictures.")
    @OptionGroup var options: CommonOptions
    @Argument(
        help: "The file; - writes to the standard output.", completion: .file(extensions: ["json", "csv", "vcf"]))
    var file: String
    @Option(help: "How it is written, where that is not what the name says.") var format: ListFormat?

    func run() throws {
        let count = try exportList(of: DukePerson.self, in: try options.open().store, to: file, format)
        Terminal.complain("\(DukePerson.collection.counted(count)) written.")
    }
}
