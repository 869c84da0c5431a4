public import ArgumentParser
import DirectoryModel
public import DirectoryStore
import DirectorySync
import Language

struct DownloadCommand<C: CommandCollection>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            "download", translated("Download all \(C.collection.many) from the class server."),
            discussion: translated("Type your password when asked, or set DUKE_DIRECTORY_PASSWORD."))
    }
    @OptionGroup var options: CommonOptions
    @Flag(exclusivity: .exclusive) var strategy: MergeStrategy
    @Flag(
        help: ArgumentHelp(
            translated(
                "Use the server’s versions, even of your own record with changes that are not uploaded.")))
    var discardMine = false
    @OptionGroup var unsent: UnsentOptions

    func run() async throws {
        let collection = try options.open(C.definition)
        let signIn = try options.signIn(in: collection.store)
        let client = try signIn.client()
        let download = Download(collection, client: client, strategy: strategy)
        let fetched: Download.FetchedList?
        do { fetched = try await watched(download) } catch SyncError.passwordNeeded {
            throw CommandError.noPassword(of: signIn.netid, at: "\(client.server)")
        }
        guard let arrival = fetched else { return Terminal.print(translated("Already up to date.")) }
        if arrival.isWithoutRecords, strategy == .replace,
            !Terminal.confirm(translated("The server’s list is empty. Clear your list too?"))
        {
            throw SyncError.emptyListSent(server: "\(client.server)", many: C.collection.many)
        }
        let preserved = try save(signIn, acceptedBy: client, in: collection.store)
        let unpublished = try arrival.unpublished()
        let own: OwnRecord = discardMine ? .theirs : OwnRecord(unasked: unpublished)
        let revision = try collection.revision()
        // As in the window, Update does not change records of others that were edited here, unless the user says so.
        let changes = strategy == .update && !discardMine ? try arrival.preview(own: own, preserving: preserved) : nil
        let summary = try download.apply(
            arrival, own: own, of: unpublished, preserving: preserved.union(changes?.edited ?? []), at: revision)
        try report(summary, unpublished, in: collection)
        if let changes { Self.reportUnchanged(in: changes) }
    }

    /// - Returns: the keys of the records whose changes were preserved.
    private func save(_ signIn: SignIn, acceptedBy client: Client, in store: Store) throws -> Set<Int> {
        guard client.credentials != nil else {
            try signIn.saveUnverified(in: store)
            return []
        }
        return try unsent.save(signIn, in: store)[C.collection.name] ?? []
    }

    private func report(_ summary: ChangeSummary, _ unpublished: Unpublished?, in collection: StoredCollection) throws {
        Terminal.print("\(summary.downloaded(of: C.collection)).", flushing: collection.store)
        if let unpublished, try collection.find(key: unpublished.mine.key) == unpublished.mine || !discardMine {
            Terminal.printError(Self.message(for: unpublished))
        }
        Terminal.printReasons(summary)
    }

    private static func reportUnchanged(in changes: ChangePreview) {
        let edited = changes.items.filter { changes.edited.contains($0.key) }.prefix(20)
        guard !edited.isEmpty else { return }
        for item in edited {
            let title = item.title.line(cutAt: 60)
            Terminal.printError(translated("Not updated, because it was edited here: \(title) (\(item.key))."))
        }
        Terminal.printOmittedCount(changes.edited.count - edited.count)
        Terminal.printError(translated("Use --discard-mine to take the server’s."))
    }

    private static func message(for unpublished: Unpublished) -> String {
        if let merge = unpublished.merge {
            return message(for: merge, isUndecided: !merge.isDecided && !unpublished.isBaseLost)
        }
        guard unpublished.isNumberTaken else {
            return translated(
                "Your own record is not on the server, so it was kept. Use \(C.command) upload --initial.")
        }
        let (key, number) = (C.keyField, unpublished.mine.key)
        return translated(
            """
            The server lists the \(key.label) \(key.displayText(unpublished.mine)) under another NetID, so your own \
            record was kept. If the \(key.label) is wrong, use \(C.command) update \(number) '\(key.word ?? "")=…'.
            """)
    }

    /// - Parameter isUndecided: true if the next upload would refuse the changes.
    private static func message(for merge: ThreeWayMerge, isUndecided: Bool) -> String {
        func labels(_ differences: [FieldDifference]) -> String {
            differences.map(\.label).joined(separator: translated(", "))
        }
        var sentences = [
            isUndecided
                ? translated(
                    """
                    Your own record has changes that are not uploaded, so it was kept. Use \(C.command) upload --update \
                    --overwrite to send it, or \(C.command) download --update --discard-mine to use the server’s.
                    """)
                : translated(
                    """
                    Your own record has changes that are not uploaded, so it was kept. Use \(C.command) upload --update.
                    """)
        ]
        if !merge.onlyTheirs.isEmpty {
            sentences.append(translated("Changed elsewhere and applied: \(labels(merge.onlyTheirs))."))
        }
        if isUndecided {
            sentences.append(translated("Changed here and elsewhere, your version kept: \(labels(merge.conflicts))."))
        }
        return sentences.joined(separator: " ")
    }

    private func watched(_ download: Download) async throws -> Download.FetchedList? {
        let (progress, continuation) = AsyncStream.makeStream(
            of: TransferProgress.self, bufferingPolicy: .bufferingNewest(1))
        let drawing = Task { for await step in progress { Terminal.draw(step, of: C.collection) } }
        let fetched: Result<Download.FetchedList?, any Error>
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
