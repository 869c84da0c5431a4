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

struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: translated("Add a person whose DUID is absent."))
    @OptionGroup var options: CommonOptions
    @Argument(help: ArgumentHelp(translated("The DUID."))) var duid: Int
    @Argument(help: ArgumentHelp(translated("The fields, as in 'fn=Ric, ln=Telford'."))) var fields: String?

    func validate() throws { try checkDUID(duid) }

    func run() throws {
        var person = DukePerson(DUID: duid)
        if let fields { try Tokens<DukePerson>(fields).apply(to: &person) }
        let model = try options.open()
        let isAdded = try refusingSecondOwner { () throws(StoreProblem) in
            try model.store.insert(person, refusesSecondOwner: true)
        }
        guard isAdded else { throw PersonExists(DUID: person.paddedDUID) }
        try model.saveAndSay(person.description)
    }
}

struct Update: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: translated("Change the typed fields of a person, and no others."))
    @OptionGroup var options: CommonOptions
    @Argument(help: ArgumentHelp(translated("The DUID."))) var duid: Int
    @Argument(help: ArgumentHelp(translated("The fields to change, as in 'em=ric.telford@duke.edu'.")))
    var fields: String

    func validate() throws { try checkDUID(duid) }

    func run() throws {
        let tokens = try Tokens<DukePerson>(fields)
        let model = try options.open()
        guard let before = try model.store.find(DukePerson.self, key: duid) else { throw notFound() }
        // One's own record of the first launch has no DUID until it is typed.
        let isUnnumbered = try duid == 0 && model.store.ownKey(of: DukePerson.self) == 0
        let number = isUnnumbered ? tokens.key.flatMap { $0 > 0 ? $0 : nil } : nil
        func changed(_ now: DukePerson) throws(TokenProblem) -> DukePerson {
            var person = number.map(now.keyed) ?? now
            try tokens.apply(to: &person)
            return person
        }
        let after = try changed(before)
        let edit = try refusingSecondOwner { () throws(StoreProblem) in
            try model.store.change(DukePerson.self, key: duid) { now throws(TokenProblem) in try changed(now) }
        }
        switch try edit.get() {
        case .kept(let person): try model.saveAndSay(person.description)
        case .keyTaken: throw PersonExists(DUID: after.paddedDUID)
        case .absent: throw notFound()
        }
    }
}

struct Delete: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: translated("Remove a person."))
    @OptionGroup var options: CommonOptions
    @Argument(help: ArgumentHelp(translated("The DUID."))) var duid: Int

    func validate() throws { try checkDUID(duid) }

    func run() throws {
        let model = try options.open()
        guard let person = try model.store.find(DukePerson.self, key: duid) else { throw notFound() }
        do {
            guard try model.store.delete(DukePerson.self, key: duid) else { throw notFound() }
        } catch StoreProblem.ownRecord { throw OwnRecordStays() }
        try model.saveAndSay(person.description)
    }
}

struct Find: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: translated("Show a person by DUID, or everybody that fits."),
        discussion: FindRecords<DukePerson>.waysToFind)
    @OptionGroup var options: CommonOptions
    @Argument(help: ArgumentHelp(translated("A DUID, fields as in 'ln=Telford, fn=Ric', or any text.")))
    var wanted: [String]

    func run() async throws {
        let wanted = wanted.joined(separator: " ")
        let model = try options.open()
        let numbered = try Int(wanted).flatMap { try model.store.find(DukePerson.self, key: $0) }
        let found = try await model.store.found(wanted, of: DukePerson.self, first: numbered)
        if !found.isEmpty { Terminal.say(found) }
        try model.store.verify(DukePerson.self)
        if found.isEmpty { throw notFound() }
    }
}

struct List: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: translated("Show everybody, a line each."))
    @OptionGroup var options: CommonOptions

    func run() throws {
        let model = try options.open()
        var lines: [String] = []
        // What can be read is told before what cannot.
        let read = Result { () throws(StoreProblem) in try model.eachLine { lines.append($0) } }
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

extension DataModel {
    /// Writes people.json, and says what was done. Where the file cannot be written the change is kept all the same,
    /// which is said too.
    func saveAndSay(_ words: String) throws {
        let saved = Result { () throws(StoreProblem) in try store.flush() }
        Terminal.say(words)
        do throws(StoreProblem) { try saved.get() } catch {
            guard case .copyNotWritten = error else { throw error }
            Terminal.complain("\(error)")
        }
    }
}

/// - Throws: `OwnerTaken` where somebody else has the NetID that `body` would write.
private func refusingSecondOwner<T>(_ body: () throws(StoreProblem) -> T) throws -> T {
    do { return try body() } catch StoreProblem.ownerTaken(_, let owner, let holder) {
        throw OwnerTaken(netid: owner, holder: holder)
    }
}

/// A NetID that somebody else has.
struct OwnerTaken: Explained {
    let netid: String
    let holder: String

    var message: String {
        translated("The NetID \(netid.printable) belongs to \(holder.printable) already, so nothing was changed.")
    }
    var recovery: String { translated("Use find to see who that is, and update to change it.") }
}

/// One's own record was to be deleted.
struct OwnRecordStays: Explained {
    var message: String { translated("This is your own record, so it was not deleted.") }
    var recovery: String {
        translated("Use update to change it, or withdraw to remove your entry from the server.")
    }
}

/// Says "Not Found"; what it returns ends the command with the code for it.
func notFound() -> ExitCode {
    Terminal.say(translated("Not Found"))
    return Outcome.notFound.code
}

private func checkDUID(_ duid: Int) throws {
    if duid < 0 { throw ValidationError(translated("The DUID has to be a number from 0 on.")) }
}

/// A DUID that is taken.
struct PersonExists: Explained {
    let DUID: String

    var message: String { translated("\(DUID) is in the directory already, so nothing was added.") }
    var recovery: String { translated("Use update to change it.") }
}
