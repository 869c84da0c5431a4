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
        acts + [HistoryCommand<C>.self] + (C.self == FileCollection.self ? [GroupsCommand.self] : [])
    }

    private static var acts: [any ParsableCommand.Type] {
        let reading: [any ParsableCommand.Type] = [ListRecords<C>.self, FindRecords<C>.self]
        let changing: [any ParsableCommand.Type] = [AddRecord<C>.self, UpdateRecord<C>.self, DeleteRecord<C>.self]
        let merging: [any ParsableCommand.Type] =
            C.canHaveDuplicates ? [ListDuplicates<C>.self, MergeRecords<C>.self] : []
        switch C.home {
        case .local: return reading + changing + merging + [ImportList<C>.self, ExportList<C>.self]
        case .published:
            return reading + [AddNumbered<C>.self] + changing.dropFirst() + merging
                + [
                    DownloadCommand<C>.self, UploadCommand<C>.self, WithdrawCommand<C>.self, ImportList<C>.self,
                    ExportList<C>.self,
                ]
        case .hosted:
            let toggle: [any ParsableCommand.Type] = C.toggle == nil ? [] : [ToggleRecord<C>.self]
            return reading + changing + toggle + [ClearList<C>.self, LookUp<C>.self, RefreshList<C>.self]
        case .fetched, .past: return reading + [RefreshList<C>.self]
        case .booked: return reading + [AddRecord<C>.self]
        }
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
