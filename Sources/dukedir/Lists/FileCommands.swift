public import ArgumentParser
import DirectoryModel
public import DirectoryStore
import Foundation

struct ImportList<R: Record>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "import",
            abstract: "Take \(R.collection.many) over from a file: \(R.readKinds).")
    }
    @OptionGroup var options: CommonOptions
    @Argument(help: "The file.", completion: .file(extensions: ["json", "plist", "csv", "vcf"])) var file: String
    @Flag(help: "The file's list becomes the list here; otherwise what it has is updated or added.")
    var replace = false

    func run() throws {
        let store = try options.openStore(for: R.self)
        let summary = try store.load(
            ListFile<R>(URL(filePath: file), isStrict: true), replace ? .replace : .update, mayEmpty: !replace)
        Terminal.say("\(R.collection.counted(summary.arrived)) read: \(summary.words).")
        try sayReasons(of: R.self, summary, in: store)
    }
}

struct ExportList<R: Record>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "export",
            abstract: "Write all \(R.collection.many) to a file: \(R.writtenKinds).")
    }
    @OptionGroup var options: CommonOptions
    @Argument(
        help: "The file; - writes to the standard output.", completion: .file(extensions: ["json", "csv", "vcf"]))
    var file: String
    @Option(help: "How it is written, where that is not what the name says.") var format: ListFormat?

    func run() throws {
        let store = try options.openStore(for: R.self)
        let count = try exportList(of: R.self, in: store, to: file, format)
        Terminal.complain("\(R.collection.counted(count)) written.")
    }
}

/// Writes a list to the file of that name, or to the standard output, whose name is -.
/// - Returns: how many records were written.
func exportList<R: Record>(of type: R.Type, in store: Store, to name: String, _ format: ListFormat?) throws -> Int {
    guard name == "-" else { return try ListFile<R>(URL(filePath: name), format: format).write(from: store) }
    return try ListFile<R>(URL(filePath: "/dev/stdout"), format: format).write(from: store, to: .standardOutput)
}

extension ListFormat: ExpressibleByArgument {}

extension Record {
    /// What lists can be read from.
    static var readKinds: String { "JSON, a property list, CSV\(hasCards ? " or vCards" : "")" }

    /// What lists are written as.
    static var writtenKinds: String {
        "CSV where its name ends in .csv, \(hasCards ? "vCards where it ends in .vcf, " : "")JSON otherwise"
    }
}
