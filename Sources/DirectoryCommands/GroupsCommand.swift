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
            Groups are stored only on this computer. find 'group="My Team"' finds the members of a group. A smart group \
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

    /// The list in the sandbox, with the program's first groups.
    func open() throws -> StoredCollection {
        guard let definition = lists.first(where: { $0.collection.name == list }) else { throw notFound() }
        let collection = try options.open(definition)
        try collection.store[.groups].makeFirstGroups()
        return collection
    }
}

struct ListGroups: AsyncParsableCommand {
    static let configuration = CommandConfiguration("list", translated("List the groups with their members."))
    @OptionGroup var groups: GroupOptions
    @Flag(help: ArgumentHelp(translated("Print JSON."))) var json = false

    func run() async throws {
        let collection = try groups.open()
        let index = SearchIndex(collection)
        var printed: [PrintedGroup] = []
        for group in try collection.groups() { printed.append(try await PrintedGroup(group, index, in: collection)) }
        guard json else { return Terminal.print(printed.map { $0.line(in: collection) }) }
        try Terminal.printJSON(printed)
    }
}

struct MakeGroup: AsyncParsableCommand {
    static let configuration = CommandConfiguration("make", translated("Make a group."))
    @OptionGroup var groups: GroupOptions
    @Argument(help: ArgumentHelp(translated("The name of the group."))) var name: String
    @Argument(help: ArgumentHelp(translated("The numbers of its first members."))) var numbers: [Int] = []
    @Option(help: ArgumentHelp(translated("Search that finds its members, such as 'team=Owls', for a smart group.")))
    var search: String?

    func validate() throws {
        if search != nil, !numbers.isEmpty {
            throw ValidationError(translated("A smart group finds its members by itself. Leave out the numbers."))
        }
        if search?.allSatisfy(\.isWhitespace) == true { throw ValidationError(translated("Enter a search.")) }
    }

    func run() async throws {
        let collection = try groups.open()
        try collection.refuseAbsent(numbers)
        try collection.makeGroup(
            RecordGroup(name, of: collection.definition, search: search ?? "", members: numbers))
        try await collection.printGroup(name)
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

    func run() async throws {
        let collection = try groups.open()
        try collection.refuseAbsent(members.numbers)
        try collection.add(members.numbers, to: members.name)
        try await collection.printGroup(members.name)
    }
}

struct RemoveFromGroup: AsyncParsableCommand {
    static let configuration = CommandConfiguration("remove", translated("Remove records from a group."))
    @OptionGroup var groups: GroupOptions
    @OptionGroup var members: GroupMembers

    func run() async throws {
        let collection = try groups.open()
        try collection.remove(members.numbers, from: members.name)
        try await collection.printGroup(members.name)
    }
}

struct DeleteGroup: ParsableCommand {
    static let configuration = CommandConfiguration(
        "delete", translated("Delete a group, but not its members."))
    @OptionGroup var groups: GroupOptions
    @Argument(help: ArgumentHelp(translated("The name of the group."))) var name: String

    func run() throws {
        let collection = try groups.open()
        try collection.deleteGroup(name)
        Terminal.print(translated("The group “\(name)” was deleted."), flushing: collection.store)
    }
}

/// A group as `--json` prints it.
private struct PrintedGroup: Encodable {
    let name: String
    let search: String
    /// The keys of its members in the list.
    let members: [Int]
    /// How many members are not in the list.
    let absent: Int
    /// The reason that a smart group’s search is invalid, or nil.
    let problem: String?

    init(_ group: RecordGroup, _ index: SearchIndex, in collection: StoredCollection) async throws {
        let definition = collection.definition
        let listing = try await index.search(
            SearchQuery("", in: definition).inGroup(group.name), in: try collection.listing(ListArrangement()))
        name = group.title
        search = group.search
        members = try collection.keys(rows: listing.rows)
        absent = group.isSmart ? 0 : group.members.count - members.count
        problem = try collection.problem(of: SearchQuery(group.search, in: definition))?.message
    }

    func line(in collection: StoredCollection) -> String {
        let count = collection.definition.collection.counted(members.count)
        let absent = absent > 0 ? translated(" (\(absent) not in this list)") : ""
        let search = [search, problem ?? ""].filter { !$0.isEmpty }.map { " – \($0)" }.joined()
        return "\(name): \(count)\(absent)\(search)".printable
    }
}

extension StoredCollection {
    /// Prints the group and its members after a change.
    fileprivate func printGroup(_ name: String) async throws {
        guard let group = try group(name.printable) else { return }
        Terminal.print(try await PrintedGroup(group, SearchIndex(self), in: self).line(in: self), flushing: store)
    }

    fileprivate func refuseAbsent(_ keys: [Int]) throws {
        let absent = try keys.filter { try rows(keys: [$0]).isEmpty }
        guard let first = absent.first else { return }
        throw CommandError(
            .notFound, translated("There is no \(definition.collection.one) \(first)."),
            recovery: translated("No changes were made."))
    }
}
