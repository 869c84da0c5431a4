import ArgumentParser
import DirectoryModel
import DirectoryStore
import DirectorySync
import Foundation
import Language

/// The commands of one collection, `dukedir contacts …`: those its home allows, drawn from its fields.
struct Group<R: DirectoryRecord>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: R.collection.name, abstract: abstract, discussion: translated("Keys:\n\(R.keyHelp)"),
            subcommands: subcommands, defaultSubcommand: ListRecords<R>.self)
    }

    private static var abstract: String {
        switch R.home {
        case .here: translated("Find and keep \(R.collection.many).")
        case .published: translated("Find \(R.collection.many).")
        case .hosted: translated("Find and keep the server's \(R.collection.many).")
        case .fetched: translated("Fetch and find the server's \(R.collection.many).")
        case .booked: translated("Book \(R.collection.many), and find those that were booked.")
        }
    }

    private static var subcommands: [any ParsableCommand.Type] {
        let reading: [any ParsableCommand.Type] = [ListRecords<R>.self, FindRecords<R>.self]
        let changing: [any ParsableCommand.Type] = [AddRecord<R>.self, UpdateRecord<R>.self, DeleteRecord<R>.self]
        switch R.home {
        case .here: return reading + changing + [ImportList<R>.self, ExportList<R>.self]
        case .published: return reading
        case .hosted:
            let toggle: [any ParsableCommand.Type] = R.toggle == nil ? [] : [ToggleRecord<R>.self]
            return reading + changing + toggle + [ClearList<R>.self, LookUp<R>.self, RefreshList<R>.self]
        case .fetched: return reading + [RefreshList<R>.self]
        case .booked: return reading + [BookRecord<R>.self]
        }
    }
}

/// Every group: one a collection, but for the one whose commands need none.
enum Groups {
    static var all: [any ParsableCommand.Type] {
        Collections.all.filter { $0.home != .published }.map { group(of: $0) }
    }
    static var names: [String] { all.compactMap { $0.configuration.commandName } }

    private static func group<R: DirectoryRecord>(of type: R.Type) -> any ParsableCommand.Type { Group<R>.self }
}

extension DirectoryRecord {
    /// The keys that can be typed, a line each.
    static var keyHelp: String {
        fields.compactMap { field in
            field.token.map { "  \($0.padding(toLength: 6, withPad: " ", startingAt: 0)) \(field.label)" }
        }.joined(separator: "\n")
    }
}

extension CommonOptions {
    /// The store of the sandbox; a list that ships with the program is in it from the first time on. Where its file is
    /// missing, that is said, and there is an empty list.
    func openStore<R: DirectoryRecord>(for type: R.Type) throws -> Store {
        if R.home == .published { return try open().store }
        let store = try Store(sandbox: Sandbox.folder(named: sandbox), progress: Terminal.drawUpdate)
        do throws(StoreError) { try store.loadBundledIfFirst(type) } catch {
            guard case .cannotRead(let file, _) = error, file == type.bundled?.file else { throw error }
            Terminal.complain(
                translated(
                    "The \(R.collection.many) that ship with the program are missing (\(file)), so the list is empty."))
        }
        try remember(in: store)
        return store
    }

    /// The same for looking at it: a list that lives on the server is fetched first, one that is kept when it never was.
    /// Where that fails, the last known list is what there is, which is said.
    func openList<R: DirectoryRecord>(of type: R.Type) async throws -> Store {
        let store = try openStore(for: type)
        let isKnown = try store.revision(of: type) > 0
        guard R.home.canLookUp || R.home.canRefresh && !isKnown else { return store }
        if let problem = store.whyReadOnly {
            Terminal.complain(problem.message)
            return store
        }
        do {
            let summary = try await repository(of: type, in: store).refresh()
            try sayReasons(of: type, summary, in: store)
        } catch let problem as SyncError where isKnown && Outcome(problem) == .network {
            Terminal.complain(problem, translated("This is the last known list."))
        }
        return store
    }

    /// The record that has `key`, as the server has it where it lives there; where that does not answer, the last
    /// known one is what there is, which is said.
    func look<R: DirectoryRecord>(up key: Int, of type: R.Type) async throws -> R? {
        guard R.home.canLookUp else { return try await openList(of: type).find(type, key: key) }
        let store = try openStore(for: type)
        let here = try store.find(type, key: key)
        do {
            return try await repository(of: type, in: store).find(key)
        } catch let problem as SyncError where here != nil && Outcome(problem) == .network {
            Terminal.complain(problem, translated("This is the last known \(R.collection.one)."))
            return here
        }
    }
}

extension Terminal {
    /// Says why what is shown may be old; `shown` says what that is.
    fileprivate static func complain(_ problem: SyncError, _ shown: String) {
        let recovery = Advice(inThisProgram: problem)?.recovery ?? problem.recovery
        complain("\(problem.message) \(shown) \(recovery)")
    }
}
