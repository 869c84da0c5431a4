package import ArgumentParser
import DirectoryModel
import DirectoryStore
import DirectorySync
import Foundation
import Language

/// The commands of a collection, such as `dukedir contacts …`, derived from its definition.
package struct Group<C: CommandCollection>: AsyncParsableCommand {
    package static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: C.collection.name, abstract: abstract,
            discussion: translated("Keys, and their short forms:\n\(C.keyHelp)"),
            subcommands: subcommands, defaultSubcommand: ListRecords<C>.self)
    }

    package init() {}

    private static var abstract: String {
        switch C.home {
        case .local: translated("Find and edit \(C.collection.many).")
        case .published: translated("Find and edit \(C.collection.many), and publish your own record.")
        case .hosted: translated("Find and edit \(C.collection.many) on the server.")
        case .fetched, .past: translated("Find \(C.collection.many) on the server.")
        case .booked: translated("Book \(C.collection.many) and find your bookings.")
        }
    }

    private static var subcommands: [any ParsableCommand.Type] {
        let home = C.home
        var commands: [any ParsableCommand.Type] = [ListRecords<C>.self, FindRecords<C>.self]
        if home.isPublished {
            commands.append(AddNumbered<C>.self)
        } else if home.canAdd {
            commands.append(AddRecord<C>.self)
        }
        if home.canEdit { commands += [UpdateRecord<C>.self, DeleteRecord<C>.self] }
        if home.canImport, C.canHaveDuplicates { commands += [ListDuplicates<C>.self, MergeRecords<C>.self] }
        if home.isPublished {
            commands += [DownloadCommand<C>.self, UploadCommand<C>.self, WithdrawCommand<C>.self]
        }
        if home.canImport { commands += [ImportList<C>.self, ExportList<C>.self] }
        if home.isHosted, C.toggle != nil { commands.append(ToggleRecord<C>.self) }
        if home.isHosted { commands += [ClearList<C>.self, LookUp<C>.self] }
        if home.canRefresh { commands.append(RefreshList<C>.self) }
        commands.append(HistoryCommand<C>.self)
        if C.self == FileCollection.self { commands.append(GroupsCommand.self) }
        return commands
    }
}

extension Definition {
    /// How its commands begin.
    var command: String {
        self === Definition.people ? Program.name : "\(Program.name) \(collection.name)"
    }

    /// The words of searches besides fields, one per line.
    var searchHelp: String {
        searchKeys.map { "  \($0.rawValue.padding(toLength: 8, withPad: " ", startingAt: 0)) \($0.meaning)" }
            .joined(separator: "\n")
    }

    /// The keys of fields with their short forms and labels, one per line.
    var keyHelp: String {
        let width = knownKeys.map(\.count).max() ?? 0
        return fields.compactMap { field in
            guard let word = field.word, let token = field.token else { return nil }
            let keys = [(word, width), (token == word ? "" : token, 5)].map {
                $0.padding(toLength: $1, withPad: " ", startingAt: 0)
            }
            return "  \(keys.joined(separator: "  "))  \(field.label)"
        }.joined(separator: "\n")
    }
}
