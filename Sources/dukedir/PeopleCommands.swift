import ArgumentParser
import DirectoryModel
import DirectoryStore
import DirectorySync
import Foundation
import Language

/// What every command takes, before or after its name.
struct CommonOptions: ParsableArguments {
    @Option(help: ArgumentHelp(translated("The folder the directory rests in.")), completion: .directory)
    var sandbox: String?
    @Option(help: ArgumentHelp(translated("The server's address; remembered."))) var server: String?
    @Option(help: ArgumentHelp(translated("Your NetID; remembered."))) var netid: String?

    /// `arguments` with the common options that stand before the command's name moved behind it.
    static func hoisted(_ arguments: [String]) -> [String] {
        var rest = arguments[...]
        var common: [String] = []
        while let first = rest.first, let option = ["--sandbox", "--server", "--netid"].first(where: first.hasPrefix) {
            common += rest.prefix(first == option ? 2 : 1)
            rest = rest.dropFirst(first == option ? 2 : 1)
        }
        if rest.first == "help" { return Array(rest) }
        let isGroup = rest.first.map(Groups.names.contains) ?? false
        // A group's options belong to the command after its name.
        let hasCommand = isGroup && rest.dropFirst().first?.hasPrefix("-") == false
        let name = rest.prefix(hasCommand ? 2 : 1)
        return name + common + rest.dropFirst(name.count)
    }

    func validate() throws {
        if sandbox?.isEmpty == true { throw ValidationError(translated("--sandbox needs the name of a folder.")) }
    }

    /// Which server the options name, or else the one that was named last.
    func signIn(in store: Store) throws -> SignIn {
        var signIn = try SignIn.kept(in: store)
        signIn.server = server ?? signIn.server
        signIn.netid = netid ?? signIn.netid
        guard !signIn.server.isEmpty else {
            throw ValidationError(translated("Name the server, as in --server https://…"))
        }
        return signIn
    }

    /// The data model of the sandbox; a first launch finds one's own record in it.
    func open() throws -> DataModel {
        let model = try DataModel(sandbox: Sandbox.folder(named: sandbox), progress: Terminal.drawUpdate)
        try model.makeOwnRecordIfFirstLaunch(netid: netid)
        try remember(in: model.store)
        // A program that was killed may not have come to it. Where it fails, those who only look need not know.
        try? model.store.saveFileIfOlder(of: DukePerson.self)
        return model
    }

    /// Keeps the server and the NetID that were given, where anything can be kept.
    /// - Throws: where the server's address is none.
    func remember(in store: Store) throws {
        guard server != nil || netid != nil else { return }
        if let server { _ = try ServerAddress(server) }
        var signIn = try SignIn.kept(in: store)
        signIn.server = server ?? signIn.server
        signIn.netid = netid ?? signIn.netid
        try signIn.remember(in: store)
    }
}

struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: translated("Add a person whose DUID is absent."))
    @OptionGroup var options: CommonOptions
    @Argument(help: ArgumentHelp(translated("The DUID."))) var duid: Int
    @Argument(help: ArgumentHelp(translated("The fields, as in 'fn=Ric, ln=Telford'."))) var fields: String?

    func validate() throws {
        if duid < 0 { throw ValidationError(translated("The DUID has to be a number from 0 on.")) }
    }

    func run() async throws {
        var person = DukePerson(DUID: duid)
        if let fields { try Tokens<DukePerson>(fields).apply(to: &person) }
        let store = try options.open().store
        let added = try await options.repository(of: DukePerson.self, in: store).add(person)
        try store.saveAndSay(try added.kept(as: duid).told)
    }
}

struct List: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: translated("Show everybody, a line each."))
    @OptionGroup var options: CommonOptions

    func run() throws {
        let model = try options.open()
        var lines: [String] = []
        // What can be read is told before what cannot.
        let read = Result { () throws(StoreError) in try model.eachLine { lines.append($0) } }
        if !lines.isEmpty { Terminal.say(lines) }
        try read.get()
        try model.store.verify(DukePerson.self)
    }
}

struct Restore: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: translated("Restore the directory's own file where it is damaged."),
        discussion: translated(
            """
            People are taken from people.json, the other lists from what can still be read. The damaged file is kept \
            beside it. Nothing changes where nothing is damaged.
            """))
    @OptionGroup var options: CommonOptions

    func run() throws {
        let restored = try Store.restore(in: Sandbox.folder(named: options.sandbox))
        Terminal.say(restored?.words ?? translated("Nothing is damaged, so nothing was changed."))
    }
}
