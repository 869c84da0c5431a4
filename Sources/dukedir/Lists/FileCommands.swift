public import ArgumentParser
import DirectoryModel
public import DirectoryStore
import Foundation
import Language

struct ImportList<R: DirectoryRecord>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "import",
            abstract: translated("Take \(R.collection.many) over from a file: \(R.readKinds)."))
    }
    @OptionGroup var options: CommonOptions
    @Argument(
        help: ArgumentHelp(translated("The file.")), completion: .file(extensions: ["json", "plist", "csv", "vcf"]))
    var file: String
    @Flag(
        help: ArgumentHelp(
            translated("The file's list becomes the list here; otherwise what it has is updated or added.")))
    var replace = false

    func run() throws {
        let store = try options.openStore(for: R.self)
        let before = Set(try oddTexts(in: store))
        let summary = try importList(of: R.self, in: store, from: file, replace: replace)
        Terminal.say(summary.read(of: R.collection))
        try sayReasons(of: R.self, summary, in: store)
        let odd = try oddTexts(in: store).filter { !before.contains($0) }
        for text in odd.prefix(Self.mostTold) { Terminal.complain(translated("Kept as it is: \(text.sentence)")) }
        let more = odd.count - Self.mostTold
        if more > 0 { Terminal.complain(translated(more, one: "… and \(more) more.", many: "… and \(more) more.")) }
    }

    /// How many odd texts are told.
    private static var mostTold: Int { 20 }

    /// A text that a form would not save.
    private struct OddText: Hashable {
        let key: Int
        let sentence: String
    }

    /// The texts of the list that forms would not save, in the order they came.
    private func oddTexts(in store: Store) throws -> [OddText] {
        var odd: [OddText] = []
        try store.each(R.self) { stored in
            let record = stored.record
            for field in R.fields where !field.isKey && !field.written(record).isEmpty {
                guard let reason = field.reasonAgainst(field.written(record), .sent) else { continue }
                let name = record.displayName.line(cutAt: 60)
                odd.append(OddText(key: record.key, sentence: translated("\(name): \(field.label) \(reason).")))
            }
        }
        return odd
    }
}

/// Where a list is written to, and how.
struct ExportTarget: ParsableArguments {
    @Argument(
        help: ArgumentHelp(translated("The file; - writes to the standard output.")),
        completion: .file(extensions: ["json", "csv", "vcf"]))
    var file: String
    @Option(help: ArgumentHelp(translated("How it is written, where that is not what the name says.")))
    var format: ListFormat?
}

struct ExportList<R: DirectoryRecord>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "export",
            abstract: R.home == .published
                ? translated("Write everybody to a file: \(R.writtenKinds).")
                : translated("Write all \(R.collection.many) to a file: \(R.writtenKinds)."),
            discussion: R.fields.contains(where: \.isPicture) ? translated("CSV goes without pictures.") : "")
    }
    @OptionGroup var options: CommonOptions
    @OptionGroup var target: ExportTarget

    func run() throws {
        let store = try options.openStore(for: R.self)
        let count = try exportList(of: R.self, in: store, to: target.file, target.format)
        Terminal.complain(R.collection.written(count))
    }
}

/// Takes over the list in the file of that name; where all of it is set aside, that is told before it ends.
func importList<R: DirectoryRecord>(
    of type: R.Type, in store: Store, from name: String, replace: Bool, rule: OwnRule = OwnRule()
) throws -> ChangeSummary {
    let file = ListFile<R>(URL(filePath: name), isStrict: true)
    do {
        return try store.load(file, replace ? .replace : .update, mayEmpty: !replace, rule: rule)
    } catch StoreError.nothingInFile(let file, let one, let rejected, let more) {
        sayReasons(rejected, more: more)
        throw StoreError.nothingInFile(file: file, one: one)
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
    /// What lists can be read from.
    static var readKinds: String {
        hasCards ? translated("JSON, a property list, CSV or vCards") : translated("JSON, a property list, CSV")
    }

    /// What lists are written as.
    static var writtenKinds: String {
        hasCards
            ? translated("CSV where its name ends in .csv, vCards where it ends in .vcf, JSON otherwise")
            : translated("CSV where its name ends in .csv, JSON otherwise")
    }
}
