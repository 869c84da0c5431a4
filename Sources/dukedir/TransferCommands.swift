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

    private static let emptyQuestion = "The server's list has nobody in it. Empty your list too?"

    func run() async throws {
        let model = try options.open()
        let client = try client(for: model.store)
        let download = Download<DukePerson>(client: client, store: model.store, how: how)
        let fetched = try await watched(download)
        guard case .arrived(let arrival) = fetched else { return Terminal.say("Already up to date.") }
        if arrival.holdsNobody, how == .replace, !Terminal.confirm(Self.emptyQuestion) {
            throw SyncProblem.nobodySent(server: "\(client.server)")
        }
        let summary = try download.takeOver(arrival)
        try model.saveFile()
        Terminal.say("\(DukePerson.collection.counted(summary.arrived)) arrived: \(summary.words).")
        try sayReasons(in: model.store)
    }

    private func client(for store: Store) throws -> Client {
        var signIn = try SignIn.kept(in: store)
        signIn.server = options.server ?? signIn.server
        signIn.netid = options.netid ?? signIn.netid
        guard !signIn.server.isEmpty else { throw ValidationError("Name the server, as in --server https://…") }
        let address = try ServerAddress(signIn.server)
        guard address.mayHearPasswords else { throw SyncProblem.insecure(server: "\(address)") }
        try signIn.keep(in: store)
        let password =
            ProcessInfo.processInfo.environment["DUKE_DIRECTORY_PASSWORD"]
            ?? Terminal.password(for: signIn.netid, server: "\(address)")
        return Client(
            server: address, credentials: password.map { Credentials(netid: signIn.netid, password: $0) })
    }

    private func watched(_ download: Download<DukePerson>) async throws -> Download<DukePerson>.Fetched {
        let (progress, continuation) = AsyncStream.makeStream(
            of: TransferProgress.self, bufferingPolicy: .bufferingNewest(1))
        let drawing = Task { for await step in progress { Terminal.draw(step) } }
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

    private func sayReasons(in store: Store) throws {
        for setAside in try store.setAside(DukePerson.self) {
            Terminal.complain("Set aside: \(setAside.reason) \(setAside.raw.prefix(60))")
        }
    }
}

struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Take people over from a JSON file of any dialect.")
    @OptionGroup var options: CommonOptions
    @Argument(help: "The file; without one, what Load from Disk loads.", completion: .file(extensions: ["json"]))
    var file: String?
    @Flag(help: "The file's list becomes the local list; otherwise people are updated or added.") var replace = false

    func run() throws {
        let model = try options.open()
        let summary: ChangeSummary
        if let file {
            summary = try model.store.load(ListFile<DukePerson>(URL(filePath: file)), replace ? .replace : .update)
            try model.saveFile()
        } else {
            summary = try model.loadFromDisk()
        }
        Terminal.say("\(DukePerson.collection.counted(summary.arrived)) read: \(summary.words).")
    }
}

struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Write everybody to a JSON file.")
    @OptionGroup var options: CommonOptions
    @Argument(help: "The file.", completion: .file(extensions: ["json"])) var file: String

    func run() throws {
        let count = try ListFile<DukePerson>(URL(filePath: file)).write(from: try options.open().store)
        Terminal.say("\(DukePerson.collection.counted(count)) written to \(file).")
    }
}
