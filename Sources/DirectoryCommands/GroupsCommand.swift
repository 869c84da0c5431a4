import ArgumentParser
import DirectoryModel
import DirectoryStore
import Foundation
import Language

/// The groups of people and contacts.
struct GroupsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "groups", abstract: translated("Put records into groups."),
        discussion: translated(
            """
            Groups are stored only on this computer. find 'gr="My Team"' finds the members of a group. A smart group \
            is a saved search.
            """),
        subcommands: [ListGroups.self, MakeGroup.self, AddToGroup.self, RemoveFromGroup.self, DeleteGroup.self],
        defaultSubcommand: ListGroups.self)
}

/// The list whose groups a command is about.
struct GroupOptions: ParsableArguments {
    private static var names: [String] { Collections.all.filter(\.hasGroups).map { $0.collection.name } }

    @OptionGroup var options: CommonOptions
    @Option(
        help: ArgumentHelp(
            translated("List that the group is for: \(names.joined(separator: translated(", "))).")),
        completion: .list(names))
    var list = FileCollection.definition.collection.name

    /// The collections with groups, those of files in the sandbox too.
    private var lists: [Definition] {
        (Collections.all + CollectionFolder(in: Sandbox.folder(named: options.sandbox)).definitions).filter(\.hasGroups)
    }

    func validate() throws {
        let names = lists.map { $0.collection.name }
        guard !names.contains(list) else { return }
        let known = names.joined(separator: translated(", "))
        throw ValidationError(translated("There are no groups of “\(list)”. Use one of \(known)."))
    }

    /// Runs `body` with the list's groups in the sandbox.
    func run(_ body: (ListedGroups) async throws -> Void) async throws {
        guard let definition = lists.first(where: { $0.collection.name == list }) else { return }
        let collection = try options.open(definition)
        try collection.store[.groups].makeFirstGroups()
        try await body(ListedGroups(collection: collection))
    }
}

struct ListGroups: AsyncParsableCommand {
    static let configuration = CommandConfiguration("list", translated("List the groups with their members."))
    @OptionGroup var groups: GroupOptions
    @Flag(help: ArgumentHelp(translated("Print JSON."))) var json = false

    func run() async throws { try await groups.run { try await $0.list(asJSON: json) } }
}

struct MakeGroup: AsyncParsableCommand {
    static let configuration = CommandConfiguration("make", translated("Make a group."))
    @OptionGroup var groups: GroupOptions
    @Argument(help: ArgumentHelp(translated("The name of the group."))) var name: String
    @Argument(help: ArgumentHelp(translated("The numbers of its first members."))) var numbers: [Int] = []
    @Option(help: ArgumentHelp(translated("Search that finds its members, such as 'te=Owls', for a smart group.")))
    var search: String?

    func validate() throws {
        if search != nil, !numbers.isEmpty {
            throw ValidationError(translated("A smart group finds its members by itself. Leave out the numbers."))
        }
        if search?.allSatisfy(\.isWhitespace) == true { throw ValidationError(translated("Enter a search.")) }
    }

    func run() async throws {
        try await groups.run { try await $0.make(name, search: search ?? "", members: numbers) }
    }
}

/// A group and the records to add or remove.
struct GroupMembers: ParsableArguments {
    @Argument(help: ArgumentHelp(translated("The name of the group."))) var name: String
    @Argument(help: ArgumentHelp(translated("The numbers of the records."))) var numbers: [Int]
}

struct AddToGroup: AsyncParsableCommand {
    static let configuration = CommandConfiguration("add", translated("Add records to a group."))
    @OptionGroup var groups: GroupOptions
    @OptionGroup var members: GroupMembers

    func run() async throws { try await groups.run { try await $0.add(members.numbers, to: members.name) } }
}

struct RemoveFromGroup: AsyncParsableCommand {
    static let configuration = CommandConfiguration("remove", translated("Remove records from a group."))
    @OptionGroup var groups: GroupOptions
    @OptionGroup var members: GroupMembers

    func run() async throws { try await groups.run { try await $0.remove(members.numbers, from: members.name) } }
}

struct DeleteGroup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        "delete", translated("Delete a group, but not its members."))
    @OptionGroup var groups: GroupOptions
    @Argument(help: ArgumentHelp(translated("The name of the group."))) var name: String

    func run() async throws { try await groups.run { try await $0.delete(name) } }
}

/// What commands do with the groups of a list.
struct ListedGroups {
    let collection: StoredCollection

    private var definition: Definition { collection.definition }

    /// A group as `--json` prints it.
    private struct Printed: Encodable {
        let name: String
        let search: String
        /// The keys of its members in the list.
        let members: [Int]
        /// How many members are not in the list.
        let absent: Int
        /// The reason that a smart group’s search is invalid, or nil.
        let problem: String?
    }

    func list(asJSON: Bool) async throws {
        let index = SearchIndex(collection)
        var printed: [Printed] = []
        for group in try collection.groups() { printed.append(try await self.printed(group, index)) }
        guard asJSON else { return Terminal.print(printed.map(line)) }
        try Terminal.printJSON(printed)
    }

    private func printed(_ group: RecordGroup, _ index: SearchIndex) async throws -> Printed {
        let listing = try await index.search(
            SearchQuery("", in: definition).inGroup(group.name), in: try collection.listing(ListArrangement()))
        let keys = try collection.keys(rows: listing.rows)
        return Printed(
            name: group.title, search: group.search, members: keys,
            absent: group.isSmart ? 0 : group.members.count - keys.count,
            problem: try collection.problem(of: SearchQuery(group.search, in: definition))?.message)
    }

    private func line(_ group: Printed) -> String {
        let count = definition.collection.counted(group.members.count)
        let absent = group.absent > 0 ? translated(" (\(group.absent) not in this list)") : ""
        let search = [group.search, group.problem ?? ""].filter { !$0.isEmpty }.map { " – \($0)" }.joined()
        return "\(group.name): \(count)\(absent)\(search)".printable
    }

    func make(_ name: String, search: String, members: [Int]) async throws {
        try refuseAbsent(members)
        try collection.makeGroup(RecordGroup(name, of: definition, search: search, members: members))
        try await sayMembers(of: name)
    }

    func add(_ keys: [Int], to name: String) async throws {
        try refuseAbsent(keys)
        try collection.add(keys, to: name)
        try await sayMembers(of: name)
    }

    func remove(_ keys: [Int], from name: String) async throws {
        try collection.remove(keys, from: name)
        try await sayMembers(of: name)
    }

    func delete(_ name: String) async throws {
        try collection.deleteGroup(name)
        try collection.store.flushAndPrint(translated("The group “\(name)” was deleted."))
    }

    private func sayMembers(of name: String) async throws {
        guard let group = try collection.group(name.printable) else { return }
        try collection.store.flushAndPrint(line(try await printed(group, SearchIndex(collection))))
    }

    private func refuseAbsent(_ keys: [Int]) throws {
        let absent = try keys.filter { try collection.rows(keys: [$0]).isEmpty }
        guard let first = absent.first else { return }
        throw CommandError(
            .notFound, translated("There is no \(definition.collection.one) \(first)."),
            recovery: translated("No changes were made."))
    }
}
