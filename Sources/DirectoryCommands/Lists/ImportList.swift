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
        let before = Set(try oddTexts(in: store))
        let summary = try importList(of: R.self, in: store, from: file, replace: replace)
        Terminal.say(summary.read(of: R.collection))
        Terminal.sayReasons(summary)
        let odd = try oddTexts(in: store).filter { !before.contains($0) }
        for text in odd.prefix(Self.mostTold) { Terminal.complain(translated("Not changed: \(text.sentence)")) }
        let more = odd.count - Self.mostTold
        if more > 0 { Terminal.complain(translated(more, one: "… and \(more) more.", many: "… and \(more) more.")) }
    }

    /// How many odd texts are listed.
    private static var mostTold: Int { 20 }

    /// A text that a form would not save.
    private struct OddText: Hashable {
        let key: Int
        let sentence: String
    }

    /// The texts of the list that forms would not save, in the order they arrived.
    private func oddTexts(in store: Store) throws -> [OddText] {
        var odd: [OddText] = []
        try store.each(R.self) { stored in
            let record = stored.record
            for field in R.fields where !field.isKey && !field.inputText(record).isEmpty {
                guard let reason = field.reasonAgainst(field.inputText(record), .sent) else { continue }
                let name = record.displayName.line(cutAt: 60)
                odd.append(OddText(key: record.key, sentence: translated("\(name): \(field.label) \(reason).")))
            }
        }
        return odd
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

/// Takes over the list in the file of that name; where all of it is set aside, that is reported before the command
/// ends.
func importList<R: DirectoryRecord>(
    of type: R.Type, in store: Store, from name: String, replace: Bool, rule: OwnRule = OwnRule()
) throws -> ChangeSummary {
    let file = ListFile<R>(URL(filePath: name), isStrict: true)
    do {
        return try store.load(file, replace ? .replace : .update, mayEmpty: !replace, rule: rule)
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
