public import ArgumentParser
import DirectoryModel
public import DirectoryStore
import DirectorySync
import Foundation
import Language

extension MergeStrategy: EnumerableFlag {
    public static func help(for value: MergeStrategy) -> ArgumentHelp? {
        switch value {
        case .replace: ArgumentHelp(translated("The list becomes the local list."))
        case .update: ArgumentHelp(translated("Per DUID, update or add; who is only here stays."))
        }
    }
}

struct DownloadCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "download", abstract: translated("Download everybody from the class server."),
        discussion: translated("The password is taken from DUKE_DIRECTORY_PASSWORD, or asked for."))
    @OptionGroup var options: CommonOptions
    @Flag(exclusivity: .exclusive) var how: MergeStrategy
    @Flag(
        help: ArgumentHelp(
            translated(
                "The server's version of your own record counts, even where you edited yours and did not upload it.")))
    var discardMine = false

    private static let emptyQuestion = translated("The server's list has nobody in it. Empty your list too?")

    func run() async throws {
        let model = try options.open()
        let signIn = try options.signIn(in: model.store)
        let client = try signIn.client()
        let download = Download<DukePerson>(client: client, store: model.store, how: how)
        let fetched: Download<DukePerson>.Fetched
        do { fetched = try await watched(download) } catch SyncError.signInNeeded where client.credentials == nil {
            throw NoPassword(netid: signIn.netid, server: "\(client.server)")
        }
        guard case .arrived(let arrival) = fetched else { return Terminal.say(translated("Already up to date.")) }
        if arrival.holdsNobody, how == .replace, !Terminal.confirm(Self.emptyQuestion) {
            throw SyncError.nobodySent(server: "\(client.server)", many: DukePerson.collection.many)
        }
        if client.credentials != nil { try signIn.keep(in: model.store) }
        let unpublished = discardMine ? nil : try arrival.unpublished(in: model.store)
        let own: OwnRecord<DukePerson> = discardMine ? .theirs : OwnRecord(unasked: unpublished)
        let summary = try download.takeOver(arrival, own: own, of: unpublished)
        try model.store.saveAndSay(summary.arrived(of: DukePerson.collection))
        if let unpublished { Terminal.complain(Self.words(for: unpublished)) }
        try sayReasons(of: DukePerson.self, summary, in: model.store)
    }

    private static func words(for unpublished: Unpublished<DukePerson>) -> String {
        guard let merge = unpublished.merge else {
            return translated("Your own record is not on the server, so it was kept: use dukedir upload --initial.")
        }
        func labels(_ differences: [FieldDifference]) -> String {
            differences.map(\.label).joined(separator: translated(", "))
        }
        var sentences = [
            translated("Your own record was edited here and not uploaded, so it was kept: use dukedir upload --update.")
        ]
        if !merge.onlyTheirs.isEmpty {
            sentences.append(translated("What was changed elsewhere was taken: \(labels(merge.onlyTheirs))."))
        }
        if !merge.isDecided {
            sentences.append(translated("Changed here and elsewhere, and kept as yours: \(labels(merge.conflicts))."))
        }
        return sentences.joined(separator: " ")
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

extension ChangeSummary {
    /// What came of a list that was downloaded.
    func arrived(of collection: CollectionInfo) -> String {
        let counted = collection.counted(arrived)
        return translated(arrived, one: "\(counted) arrived: \(words).", many: "\(counted) arrived: \(words).")
    }

    /// What came of a list that was read from a file.
    func read(of collection: CollectionInfo) -> String {
        let counted = collection.counted(arrived)
        return translated(arrived, one: "\(counted) read: \(words).", many: "\(counted) read: \(words).")
    }
}

extension CollectionInfo {
    /// What came of writing a list of so many.
    func written(_ count: Int) -> String {
        translated(count, one: "\(counted(count)) written.", many: "\(counted(count)) written.")
    }
}

/// Says what was set aside and why.
func sayReasons<R: DirectoryRecord>(of type: R.Type, _ summary: ChangeSummary, in store: Store) throws {
    guard summary.rejected > 0 else { return }
    let reasons = try store.rejected(type)
    sayReasons(reasons, more: summary.rejected - reasons.count)
}

/// Says these reasons, and how many more there are.
func sayReasons(_ reasons: [RejectedElement], more: Int) {
    for rejected in reasons {
        let start = rejected.raw.prefix(60).description.printable
        Terminal.complain(translated("Set aside: \(rejected.reason) \(start)"))
    }
    if more > 0 { Terminal.complain(translated(more, one: "… and \(more) more.", many: "… and \(more) more.")) }
}

struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: translated("Take people over from a file: JSON of any dialect, a property list, CSV or vCards."),
        discussion: translated(
            """
            Cards and tables of other programs, which say no DUID, are taken over where exactly one person here has \
            their NetID or address. What they do not say stays as it is.
            """))
    @OptionGroup var options: CommonOptions
    @Argument(
        help: ArgumentHelp(
            translated(
                """
                The file; without one this is Load from Disk, which puts the sandbox's own file, or else the bundled \
                cohort, in the place of the local list.
                """)), completion: .file(extensions: ["json", "plist", "csv", "vcf"]))
    var file: String?
    @Flag(
        help: ArgumentHelp(translated("The file's list becomes the local list; otherwise people are updated or added."))
    )
    var replace = false
    @Flag(help: ArgumentHelp(translated("The file's version of your own record counts, even where you edited yours.")))
    var discardMine = false

    func validate() throws {
        if discardMine && file == nil { throw ValidationError(translated("--discard-mine goes with a file.")) }
    }

    func run() throws {
        let model = try options.open()
        let summary: ChangeSummary
        if let file {
            let released = discardMine ? try model.store.everEditedOwnKeys(of: DukePerson.self) : []
            summary = try importList(
                of: DukePerson.self, in: model.store, from: file, replace: replace,
                rule: OwnRule(releasing: Set(released)))
        } else {
            summary = try model.loadFromDisk()
        }
        try model.store.saveAndSay(summary.read(of: DukePerson.collection))
        if file != nil, summary.keptOwn { Terminal.complain(Self.keptOwn) }
        try sayReasons(of: DukePerson.self, summary, in: model.store)
    }
}

extension Import {
    fileprivate static var keptOwn: String {
        translated("Your own record was edited here, so it was kept: give --discard-mine to take the file's.")
    }
}
