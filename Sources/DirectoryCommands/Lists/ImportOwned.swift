import ArgumentParser
import DirectoryModel
import DirectoryStore
import Foundation
import Language

/// Imports a list whose records have owners.
struct ImportOwned<R: DirectoryRecord>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "import", abstract: translated("Import \(R.collection.many) from a file: \(R.readKinds)."),
            discussion: translated(
                """
                Cards from other programs have no \(R.fields[0].label). They update the \(R.collection.one) with the \
                same identifier (\(identifiers)) and leave other fields alone.
                """))
    }
    @OptionGroup var options: CommonOptions
    @Argument(
        help: ArgumentHelp(
            translated(
                """
                File to import. Without it, the local list is replaced with the file in the sandbox, or else \
                with the list that comes with the program.
                """)), completion: .file(extensions: ["json", "plist", "csv", "vcf"]))
    var file: String?
    @Flag(
        help: ArgumentHelp(
            translated("Replace the local list with the file’s list. Otherwise records are added and updated."))
    )
    var replace = false
    @Flag(help: ArgumentHelp(translated("Use the file’s version of your own record, even if you edited yours.")))
    var discardMine = false

    func validate() throws {
        if discardMine && file == nil { throw ValidationError(translated("--discard-mine requires a file.")) }
        if file == nil && R.sandboxFile == nil { throw ValidationError(translated("Enter the name of the file.")) }
    }

    func run() throws {
        let store = try options.openStore(for: R.self)
        if let file {
            let released = discardMine ? try store.ownKeys(of: R.self) : []
            let summary = try importList(
                of: R.self, in: store, from: file, replace: replace, rule: OwnRule(releasing: Set(released)))
            if summary.keptOwn || summary.fileHasOwn {
                Terminal.complain(Self.keptOwn(canTake: summary.fileHasOwn && !discardMine))
            }
        } else {
            let summary = try store.loadFromDisk(R.self)
            try store.saveAndSay(summary.read(of: R.collection))
            Terminal.sayReasons(summary)
        }
    }
}

extension ImportOwned {
    fileprivate static var identifiers: String {
        R.definition.identifiers.map(\.label).joined(separator: translated(", "))
    }

    fileprivate static func keptOwn(canTake: Bool) -> String {
        canTake
            ? translated("Your own record was kept. Use --discard-mine to take the file’s.")
            : translated("Your own record was kept.")
    }
}
