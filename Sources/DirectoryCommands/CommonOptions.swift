import ArgumentParser
import DirectoryModel
import DirectoryStore
import DirectorySync
import Foundation
import Language

/// The options of every command, before or after its name.
struct CommonOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(translated("Folder for the directory’s data (default: ~/.local/share/duke-directory).")),
        completion: .directory)
    var sandbox: String?
    @Option(help: ArgumentHelp(translated("Address of the server; remembered."))) var server: String?
    @Option(help: ArgumentHelp(translated("Your NetID; remembered."))) var netid: String?

    /// The folder that arguments before the command, or after it, name; the parser reports wrong ones.
    static func sandbox(in arguments: [String]) -> URL {
        let option = arguments.lastIndex { $0 == "--sandbox" || $0.hasPrefix("--sandbox=") }
        guard let option else { return Sandbox.folder(named: nil) }
        let value = arguments[option].split(separator: "=", maxSplits: 1).dropFirst().first.map(String.init)
        return Sandbox.folder(named: value ?? arguments[(option + 1)...].first)
    }

    /// Moves common options after the command's name, and marks negative numbers as arguments.
    /// - Parameter groups: the names of commands with subcommands.
    static func hoisted(_ arguments: [String], groups: [String]) -> [String] {
        var rest = arguments[...]
        var common = taken(from: &rest)
        if rest.first == "help" { return Array(rest) }
        var name = Array(rest.prefix(1))
        rest = rest.dropFirst()
        if let group = name.first, groups.contains(group) {
            // A group's options belong to its subcommand, but its help lists the subcommands.
            common += taken(from: &rest)
            if let first = rest.first, ["--help", "-h"].contains(first) { return name + rest }
            // The groups of a collection have subcommands, too.
            for word in ["", GroupsCommand.configuration.commandName ?? ""] where word.isEmpty || name.last == word {
                if rest.first?.hasPrefix("-") == false { name.append(rest.removeFirst()) }
            }
        }
        return name + common + markingNumbers(in: rest)
    }

    /// Removes the common options that `arguments` begins with.
    private static func taken(from arguments: inout ArraySlice<String>) -> [String] {
        var common: [String] = []
        while let first = arguments.first,
            let option = ["--sandbox", "--server", "--netid"].first(where: first.hasPrefix)
        {
            common += arguments.prefix(first == option ? 2 : 1)
            arguments = arguments.dropFirst(first == option ? 2 : 1)
        }
        return common
    }

    /// Inserts `--` before a negative number that only arguments follow.
    private static func markingNumbers(in arguments: ArraySlice<String>) -> [String] {
        func isNegative(_ text: String) -> Bool { Int(text).map { $0 < 0 } ?? false }
        guard let number = arguments.firstIndex(where: isNegative),
            arguments[number...].allSatisfy({ isNegative($0) || !$0.hasPrefix("-") }),
            !arguments[..<number].contains("--")
        else { return Array(arguments) }
        return arguments[..<number] + ["--"] + arguments[number...]
    }

    func validate() throws {
        if sandbox?.isEmpty == true { throw ValidationError(translated("--sandbox requires the name of a folder.")) }
        if let problem = netid.flatMap(SignIn.problem(ofOption:)) { throw ValidationError(problem) }
    }

    /// The server and NetID from the options, or else those used last.
    func signIn(in store: Store) throws -> SignIn {
        let signIn = try named(over: SignIn.stored(in: store))
        guard !signIn.server.isEmpty else {
            throw ValidationError(translated("Set the server with --server https://…"))
        }
        return signIn
    }

    /// Writes files that a killed program did not write. Failures are not reported, because the command may only read.
    func bringFilesUpToDate(of store: Store) {
        if let text = store.dataLossWarning { Terminal.printError(text) }
        store.collectionProblems.map(\.description).forEach(Terminal.printError)
        for definition in store.stored where definition.sandboxFile != nil {
            do throws(StoreError) { try store[definition].saveFileIfOlder() } catch {
                switch error {
                case .fileChanged, .copyRenamed:
                    Terminal.printError(CommandError(adapting: error)?.description ?? error.description)
                default: break
                }
            }
        }
    }

    /// Remembers the server and the NetID that were given.
    /// - Throws: an error if the server's address is invalid.
    func saveOptions(in store: Store) throws {
        if let server {
            _ = try ServerAddress(server)
            try SignIn.save(server: server, in: store)
        }
        if netid != nil { try named(over: SignIn.stored(in: store)).saveUnverified(in: store) }
    }

    private func named(over saved: SignIn) -> SignIn {
        SignIn(server: server ?? saved.server, netid: netid ?? saved.netid)
    }
}

extension CommonOptions {
    /// Opens a collection of the sandbox; the first time adds the user's own record to people, and loads the bundled
    /// list of others.
    func open(_ definition: Definition) throws -> StoredCollection {
        let isKnown = Collections.all.contains { $0 === definition }
        let store = try Store(
            sandbox: Sandbox.folder(named: sandbox), collections: isKnown ? nil : Collections.all + [definition],
            cause: Program.command, progress: Terminal.drawUpdate)
        let collection = store[definition]
        try definition === Definition.people ? beginPeople(collection) : loadBundled(collection)
        try saveOptions(in: store)
        bringFilesUpToDate(of: store)
        return collection
    }

    private func beginPeople(_ people: StoredCollection) throws {
        let isFirst = try people.revision() == 0
        try DataModel(people.store).makeOwnRecordIfFirstLaunch(netid: netid)
        if isFirst {
            let rejected = try people.rejected()
            Terminal.printReasons(rejected, more: try people.rejectedCount() - rejected.count)
        }
        try people.store[.groups].makeFirstGroups()
    }

    /// If the file of the bundled list is missing, prints a warning.
    private func loadBundled(_ collection: StoredCollection) throws {
        let definition = collection.definition
        do throws(StoreError) { try collection.loadBundledIfFirst() } catch {
            guard case .cannotRead(let file, _) = error, file == definition.bundled?.file else { throw error }
            let many = definition.collection.many
            Terminal.printError(
                translated("The \(many) that come with the program are missing (\(file)), so the list is empty."))
        }
    }

    /// Opens a collection for reading, and fetches the list if the server keeps it or it was never fetched. If that
    /// fails, a warning is printed and the last known list is used.
    /// - Parameter isPast: true if an earlier list is read.
    /// - Returns: the collection, and whether its list is current.
    func openList(
        of definition: Definition, isPast: Bool
    ) async throws -> (collection: StoredCollection, isCurrent: Bool) {
        let collection = try open(definition)
        let isKnown = try collection.revision() > 0
        let home = definition.home
        guard !isPast, home.isHosted || home.canRefresh && !isKnown else { return (collection, true) }
        if let problem = collection.store.whyReadOnly {
            Terminal.printError(problem.message)
            return (collection, false)
        }
        do {
            let summary = try await repository(of: collection).refresh()
            Terminal.printReasons(summary)
            return (collection, true)
        } catch let problem as SyncError where isKnown && Outcome(problem) == .network {
            let recovery = CommandError(adapting: problem)?.recovery ?? problem.recovery
            Terminal.printError("\(problem.message) \(translated("This is the last downloaded list.")) \(recovery)")
            return (collection, false)
        }
    }

    /// Opens a collection of the sandbox to change it.
    func repository(of definition: Definition) throws -> RecordRepository {
        try repository(of: try open(definition))
    }

    /// The repository of a collection; its client does not sign in.
    private func repository(of collection: StoredCollection) throws -> RecordRepository {
        let home = collection.definition.home
        let isServed = home.canRefresh || home.isBooked
        let server = isServed ? try ServerAddress(signIn(in: collection.store).server) : nil
        return collection.repository { () throws(SyncError) in
            guard let server else { throw .noServerYet }
            return Client(server: server, credentials: nil)
        }
    }
}

extension CommandConfiguration {
    init(_ name: String, _ abstract: String, discussion: String = "") {
        self.init(commandName: name, abstract: abstract, discussion: discussion)
    }
}
