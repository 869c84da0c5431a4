public import ArgumentParser
import DirectoryModel
public import DirectoryStore
import DirectorySync
import Foundation
import Language

struct ImportList<C: CommandCollection>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            "import", translated("Import \(C.collection.many) from a file: \(C.readKinds)."),
            discussion: C.home.isPublished ? ownersAdvice : "")
    }
    @OptionGroup var options: CommonOptions
    @Argument(help: ArgumentHelp(Self.fileHelp), completion: .file(extensions: ["json", "plist", "csv", "vcf"]))
    var file: String?
    @Flag(
        help: ArgumentHelp(
            translated("Replace the local list with the file’s list. Otherwise records are added and updated."))
    )
    var replace = false
    @Flag(
        help: ArgumentHelp(
            translated("Use the file’s version of your own record, even if you edited yours."),
            visibility: C.home.isPublished ? .default : .private))
    var discardMine = false
    @Option(help: ArgumentHelp(LookalikeChoice.help)) var duplicates: LookalikeChoice?

    private static var fileHelp: String {
        C.sandboxFile == nil
            ? translated("The file, or - for standard input.")
            : translated(
                """
                File to import, or - for standard input. Without it, the local list is replaced with the file in the sandbox, or else \
                with the list that comes with the program.
                """)
    }

    private static var ownersAdvice: String {
        let identifiers = C.identifiers.map(\.label).joined(separator: translated(", "))
        return translated(
            """
            Fields that the file does not have are unchanged. Cards and tables from other programs have no \
            \(C.keyField.label). They update the \(C.collection.one) with the same identifier (\(identifiers)); \
            others get a free \(C.keyField.label), unless the file has it for some.
            """)
    }

    func validate() throws {
        if discardMine && !C.home.isPublished {
            throw ValidationError(translated("Unknown option “\("--discard-mine")”."))
        }
        if discardMine && file == nil { throw ValidationError(translated("--discard-mine requires a file.")) }
        if file == nil && C.sandboxFile == nil { throw ValidationError(translated("Enter the name of the file.")) }
    }

    func run() throws {
        let collection = try options.open(C.definition)
        guard let file else {
            let summary = try collection.loadFromDisk()
            Terminal.print("\(summary.imported(of: C.collection)).", flushing: collection.store)
            return Terminal.printReasons(summary)
        }
        let released = discardMine ? try collection.own().keys : []
        let summary = try collection.importList(
            from: file, replace ? .replace : .update, releasing: released, lookalikes: duplicates)
        if summary.fileHasOwn && !discardMine {
            Terminal.printError(translated("Your own record was kept. Use --discard-mine to take the file’s."))
        } else if summary.preservesOwn || summary.fileHasOwn {
            Terminal.printError(translated("Your own record was kept."))
        }
    }
}

extension StoredCollection {
    fileprivate func importList(
        from name: String, _ strategy: MergeStrategy, releasing: Set<Int> = [], lookalikes: LookalikeChoice?
    ) throws -> ChangeSummary {
        if definition !== Definition.groups, ListFile(URL(filePath: name)).isListOfGroups {
            return try store[.groups].importList(from: name, strategy, lookalikes: nil)
        }
        var known: Set<InvalidText> = []
        try each { known.formUnion(InvalidText.all(in: $0.record)) }
        let before = try hashes()
        let file = ListFile(URL(filePath: name == "-" ? "/dev/stdin" : name), isStrict: true)
        let summary = try loadOrPrintReasons(file, strategy, releasing, lookalikes)
        Terminal.print("\(summary.imported(of: definition.collection)).", flushing: store)
        Terminal.printReasons(summary)
        if summary.unread.contains(where: { $0.index != nil }) {
            let names = definition.fields.filter { !$0.isPicture && $0.token != nil }.map(\.label)
            Terminal.printError(
                translated(
                    """
                    Rename each of these columns in the file to one of \(names.joined(separator: translated(", "))).
                    """))
        }
        let numbered = summary.freeNumberMessages(of: definition)
        numbered.prefix(20).forEach(Terminal.printError)
        Terminal.printOmittedCount(numbered.count - 20)
        summary.lookalikes.prefix(20).flatMap { $0.messages(of: definition) }.forEach(Terminal.printError)
        Terminal.printOmittedCount(summary.lookalikes.count - 20)
        let touched = try hashes().filter { before[$0.key] != $0.value }
        try printInvalidTexts(of: touched.keys.sorted(), except: known)
        return summary
    }

    private func loadOrPrintReasons(
        _ file: ListFile, _ strategy: MergeStrategy, _ releasing: Set<Int>, _ lookalikes: LookalikeChoice?
    ) throws -> ChangeSummary {
        do {
            return try load(
                file, strategy, mayEmpty: strategy == .update, releasing: releasing, lookalikes: lookalikes)
        } catch StoreError.noRecordsInFile(let file, let one, let rejected, let more) {
            Terminal.printReasons(rejected, more: more)
            throw StoreError.noRecordsInFile(file: file, one: one)
        }
    }

    /// Prints the first invalid texts of these records that are not `known`, and the number of the others.
    private func printInvalidTexts(of keys: [Int], except known: Set<InvalidText>) throws {
        var count = 0
        try eachWhole(in: try rows(keys: keys)) { record in
            for text in InvalidText.all(in: record) where !known.contains(text) {
                count += 1
                guard count <= 20 else { continue }
                let sentence = translated("\(record.displayName.line(cutAt: 60)): \(text.label) \(text.reason).")
                Terminal.printError(translated("Imported as is: \(sentence)"))
            }
        }
        Terminal.printOmittedCount(count - 20)
    }
}

/// A text of a record that a form would not save.
private struct InvalidText: Hashable {
    let key: Int
    let label: String
    let reason: String

    static func all(in record: Record) -> [InvalidText] {
        record.definition.fields.compactMap { field in
            let text = field.inputText(record)
            guard !field.isKey, !text.isEmpty, let reason = field.reasonAgainst(text, .sent) else { return nil }
            return InvalidText(key: record.key, label: field.label, reason: reason)
        }
    }
}

struct ExportList<C: CommandCollection>: ParsableCommand {
    static var configuration: CommandConfiguration {
        let kinds =
            C.hasCards
            ? translated("CSV for names ending in .csv, vCards for .vcf, otherwise JSON")
            : translated("CSV for names ending in .csv, otherwise JSON")
        return CommandConfiguration(
            "export", translated("Export all \(C.collection.many) to a file: \(kinds)."),
            discussion: C.fields.contains(where: \.isPicture) ? translated("CSV contains no pictures.") : "")
    }
    @OptionGroup var options: CommonOptions
    @Argument(
        help: ArgumentHelp(translated("File to write, or - for standard output.")),
        completion: .file(extensions: ["json", "csv", "vcf"]))
    var file: String
    @Option(help: ArgumentHelp(translated("File format, if it differs from the file name.")))
    var format: ListFormat?
    @OptionGroup var time: PastOptions

    func run() throws {
        let collection = try time.past(try options.open(C.definition))
        let isPrinted = file == "-"
        let list = ListFile(URL(filePath: isPrinted ? "/dev/stdout" : file), format: format)
        let count = try isPrinted ? list.write(from: collection, to: .standardOutput) : list.write(from: collection)
        let counted = C.collection.counted(count)
        Terminal.printError(translated(count, one: "\(counted) exported.", many: "\(counted) exported."))
    }
}

extension ListFormat: ExpressibleByArgument {}

extension LookalikeChoice: ExpressibleByArgument {
    static var help: String {
        translated(
            """
            What to do with records that look like one you have. Without it, they are merged if name and email agree \
            and nothing differs, and added otherwise.
            """)
    }
}

extension Lookalike {
    /// What was done with the record, and what was left out, a sentence each.
    fileprivate func messages(of definition: Definition) -> [String] {
        let title = title.line(cutAt: 60)
        return switch choice {
        case .merge:
            [translated("Merged with \(title) (\(storedKey)): \(reasons.text).")]
                + losses.map { translated("Lost by merging: \($0.lossDescription(of: definition))") }
        case .add: [translated("Added, but looks like \(title) (\(storedKey)): \(reasons.text).")]
        case .skip: [translated("Skipped, because it looks like \(title) (\(storedKey)): \(reasons.text).")]
        }
    }
}

extension Definition {
    fileprivate var readKinds: String {
        hasCards ? translated("JSON, a property list, CSV, or vCards") : translated("JSON, a property list, or CSV")
    }
}

struct RestoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "restore", translated("Restore the directory’s file if it is damaged."),
        discussion: translated(
            """
            People are restored from people.json, and other lists as far as they can be read. The damaged file \
            is kept. If no damage is found, no changes are made.
            """))
    @OptionGroup var options: CommonOptions

    func run() throws {
        let folder = Sandbox.folder(named: options.sandbox)
        let warning = Store.dataLossWarning(in: folder)
        let restored = try Store.restore(in: folder)
        Terminal.print(restored?.text ?? warning ?? translated("No damage was found, so no changes were made."))
    }
}
