public import ArgumentParser
import DirectoryModel
public import DirectoryStore
import Foundation
import Language

struct ImportList<R: DirectoryRecord>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "import",
            abstract: translated("Import \(R.collection.many) from a file: \(R.readKinds)."))
    }
    @OptionGroup var options: CommonOptions
    @Argument(
        help: ArgumentHelp(translated("The file.")), completion: .file(extensions: ["json", "plist", "csv", "vcf"]))
    var file: String
    @Flag(
        help: ArgumentHelp(
            translated("Replace the local list with the file’s list. Otherwise records are added and updated.")))
    var replace = false

    func run() throws {
        let store = try options.openStore(for: R.self)
        try importList(of: R.self, in: store, from: file, replace: replace)
    }
}

/// The destination of a list, and its format.
struct ExportTarget: ParsableArguments {
    @Argument(
        help: ArgumentHelp(translated("File to write, or - for standard output.")),
        completion: .file(extensions: ["json", "csv", "vcf"]))
    var file: String
    @Option(help: ArgumentHelp(translated("File format, if it differs from the file name.")))
    var format: ListFormat?
}

/// Takes over the list in the file of that name, and says what became of it; where all of it is set aside, that is
/// reported before the command ends.
@discardableResult
func importList<R: DirectoryRecord>(
    of type: R.Type, in store: Store, from name: String, replace: Bool, releasing: Set<Int> = []
) throws -> ChangeSummary {
    var odd: Set<InvalidText> = []
    try store.each(R.self) { odd.formUnion(InvalidText.all(of: $0.record)) }
    let before = try store.hashes(of: R.self)
    let file = ListFile<R>(URL(filePath: name), isStrict: true)
    let summary = try loaded(file, into: store, replace ? .replace : .update, mayEmpty: !replace, releasing)
    try store.saveAndSay(summary.read(of: R.collection))
    Terminal.sayReasons(summary)
    let touched = try store.hashes(of: R.self).filter { before[$0.key] != $0.value }
    try InvalidText.say(of: R.self, touched.keys.sorted(), besides: odd, in: store)
    return summary
}

private func loaded<R: DirectoryRecord>(
    _ file: ListFile<R>, into store: Store, _ how: MergeStrategy, mayEmpty: Bool, _ releasing: Set<Int>
) throws -> ChangeSummary {
    do {
        return try store.load(file, how, mayEmpty: mayEmpty, releasing: releasing)
    } catch StoreError.noRecordsInFile(let file, let one, let rejected, let more) {
        Terminal.sayReasons(rejected, more: more)
        throw StoreError.noRecordsInFile(file: file, one: one)
    }
}

/// Writes a list to the file of that name, or to the standard output, whose name is -.
/// - Returns: how many records were written.
func exportList<R: DirectoryRecord>(of type: R.Type, in store: Store, to name: String, _ format: ListFormat?) throws
    -> Int
{
    guard name == "-" else { return try ListFile<R>(URL(filePath: name), format: format).write(from: store) }
    return try ListFile<R>(URL(filePath: "/dev/stdout"), format: format).write(from: store, to: .standardOutput)
}

extension ListFormat: ExpressibleByArgument {}

extension DirectoryRecord {
    /// The formats that lists can be read from.
    static var readKinds: String {
        hasCards ? translated("JSON, a property list, CSV, or vCards") : translated("JSON, a property list, or CSV")
    }

    /// The formats that lists can be written in.
    static var writtenKinds: String {
        hasCards
            ? translated("CSV for names ending in .csv, vCards for .vcf, otherwise JSON")
            : translated("CSV for names ending in .csv, otherwise JSON")
    }
}

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
                of: R.self, in: store, from: file, replace: replace, releasing: Set(released))
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

struct ExportList<R: DirectoryRecord>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "export",
            abstract: translated("Export all \(R.collection.many) to a file: \(R.writtenKinds)."),
            discussion: R.fields.contains(where: \.isPicture) ? translated("CSV contains no pictures.") : "")
    }
    @OptionGroup var options: CommonOptions
    @OptionGroup var target: ExportTarget

    func run() throws {
        let store = try options.openStore(for: R.self)
        let count = try exportList(of: R.self, in: store, to: target.file, target.format)
        Terminal.complain(R.collection.written(count))
    }
}
