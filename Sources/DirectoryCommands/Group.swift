package import ArgumentParser
package import DirectoryModel
import DirectoryStore
import DirectorySync
import Foundation
import Language

/// The commands of a collection, such as `dukedir contacts …`, derived from its definition.
package struct Group<R: DirectoryRecord>: AsyncParsableCommand {
    package static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: R.collection.name, abstract: abstract, discussion: translated("Keys:\n\(R.keyHelp)"),
            subcommands: subcommands, defaultSubcommand: ListRecords<R>.self)
    }

    package init() {}

    private static var abstract: String {
        switch R.home {
        case .here: translated("Find and edit \(R.collection.many).")
        case .published: translated("Find and edit \(R.collection.many), and publish your own record.")
        case .hosted: translated("Find and edit \(R.collection.many) on the server.")
        case .fetched, .past: translated("Find \(R.collection.many) on the server.")
        case .booked: translated("Book \(R.collection.many) and find your bookings.")
        }
    }

    private static var subcommands: [any ParsableCommand.Type] { acts + [HistoryCommand<R>.self] }

    private static var acts: [any ParsableCommand.Type] {
        let reading: [any ParsableCommand.Type] = [ListRecords<R>.self, FindRecords<R>.self]
        let changing: [any ParsableCommand.Type] = [AddRecord<R>.self, UpdateRecord<R>.self, DeleteRecord<R>.self]
        let merging: [any ParsableCommand.Type] =
            R.canHaveDuplicates ? [ListDuplicates<R>.self, MergeRecords<R>.self] : []
        switch R.home {
        case .here: return reading + changing + merging + [ImportList<R>.self, ExportList<R>.self]
        case .published:
            return reading + [AddNumbered<R>.self] + changing.dropFirst() + merging
                + [
                    DownloadCommand<R>.self, UploadCommand<R>.self, WithdrawCommand<R>.self, ImportOwned<R>.self,
                    ExportList<R>.self,
                ]
        case .hosted:
            let toggle: [any ParsableCommand.Type] = R.definition.toggle == nil ? [] : [ToggleRecord<R>.self]
            return reading + changing + toggle + [ClearList<R>.self, LookUp<R>.self, RefreshList<R>.self]
        case .fetched, .past: return reading + [RefreshList<R>.self]
        case .booked: return reading + [BookRecord<R>.self]
        }
    }
}

extension DirectoryRecord {
    static var group: any ParsableCommand.Type { Group<Self>.self }

    /// How its commands begin.
    static var command: String {
        Self.self == DukePerson.self ? Program.name : "\(Program.name) \(collection.name)"
    }

    /// The words of searches besides tokens, one per line.
    static var searchHelp: String {
        searchWords.map { "  \($0.rawValue.padding(toLength: 8, withPad: " ", startingAt: 0)) \($0.meaning)" }
            .joined(separator: "\n")
    }

    /// The search tokens with their fields, one per line.
    static var keyHelp: String {
        fields.compactMap { field in
            field.token.map { "  \($0.padding(toLength: 6, withPad: " ", startingAt: 0)) \(field.label)" }
        }.joined(separator: "\n")
    }
}
