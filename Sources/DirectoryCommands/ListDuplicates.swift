import ArgumentParser
import DirectoryModel
import DirectoryStore
import Foundation
import Language

struct ListDuplicates<C: CommandCollection>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            "duplicates", translated("List the \(C.collection.many) that you may have twice."),
            discussion: translated(
                """
                Records with the same email, phone, or NetID are listed, and those whose names agree with one more \
                field. A star marks those that are certain: they do not contradict each other. Those that differ in \
                everything else come last.
                """))
    }
    @OptionGroup var options: CommonOptions
    @Flag(help: ArgumentHelp(translated("Print JSON.")))
    var json = false

    func run() throws {
        let collection = try options.open(C.definition)
        let groups = try collection.duplicates()
        guard !json else { return try Terminal.printJSON(groups.map { try shown($0, in: collection) }) }
        if groups.isEmpty { return Terminal.print(translated("No duplicates were found.")) }
        var lines: [String] = []
        let sections: [(DuplicateGroup.Section, title: String?)] = [
            (.likely, nil), (.sameName, translated("Same Name, Perhaps Different")),
            (.contradicted, translated("Probably Different People")),
        ]
        for (section, title) in sections {
            let listed = groups.filter { $0.section == section }
            if let title, !listed.isEmpty { lines.append(title) }
            lines += try table(of: listed, in: collection)
        }
        Terminal.print(lines)
    }

    /// The groups in columns: a star if certain, the reason, and the records.
    private func table(of groups: [DuplicateGroup], in collection: StoredCollection) throws -> [String] {
        let width = groups.map(\.text.count).max() ?? 0
        return try groups.flatMap { group in
            try group.keys.enumerated().compactMap { index, key in
                guard let record = try collection.find(key: key) else { return nil }
                let start = index > 0 ? "" : "\(group.isCertain ? "*" : " ") \(group.text)"
                return
                    "\(start.padding(toLength: width + 2, withPad: " ", startingAt: 0))  \(record.text(style: .line))"
            }
        }
    }

    private func shown(_ group: DuplicateGroup, in collection: StoredCollection) throws -> ShownGroup {
        ShownGroup(
            certain: group.isCertain, reason: group.text,
            records: try group.keys.compactMap { try collection.find(key: $0) }.map(ShownRecord.init))
    }

    private struct ShownGroup: Encodable {
        let certain: Bool
        let reason: String
        let records: [ShownRecord]
    }

    /// A record with its key under the same name in every collection.
    private struct ShownRecord: Encodable {
        let record: Record

        private enum CodingKeys: CodingKey { case key }

        func encode(to encoder: any Encoder) throws {
            try record.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(record.key, forKey: .key)
        }
    }
}

struct MergeRecords<C: CommandCollection>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            "merge", translated("Merge duplicate \(C.collection.many) into the first one."),
            discussion: translated(
                """
                The first is kept, with what only the others have. Your own record, and one on the server’s list, are \
                kept whichever comes first; the latter unchanged. Values that would be lost are shown first.
                """))
    }
    @OptionGroup var options: CommonOptions
    @OptionGroup var confirmation: Confirmation
    @Argument(help: ArgumentHelp(translated("The numbers."), valueName: RecordNumber<C>.valueName))
    var numbers: [Int]

    func validate() throws {
        guard numbers.count > 1, Set(numbers).count == numbers.count else {
            throw ValidationError(translated("Enter the numbers of at least two different records."))
        }
    }

    func run() throws {
        let collection = try options.open(C.definition)
        let records = try collection.mergeable(keys: numbers)
        guard records.records.count == numbers.count, let merged = records.merged else { throw notFound() }
        let losses = records.losses(in: merged)
        for loss in losses { Terminal.printError(loss.lossDescription(of: C.definition)) }
        let isConfirmed =
            try losses.isEmpty
            || confirmation.isGiven(
                or: translated("These values would be lost, so nothing was merged.")
            ) { translated("Merge and lose these values?") }
        guard isConfirmed else { return Terminal.print(translated("Nothing was merged.")) }
        try collection.merge([(records, merged)])
        Terminal.print(merged.text(style: .whole), flushing: collection.store)
    }
}

extension FieldDifference {
    /// The value that would be lost, and the one that is preserved.
    func lossDescription(of definition: Definition) -> String {
        if definition.field(named: key)?.isPicture == true { return label }
        func shown(_ text: String) -> String { text.line(cutAt: 200) }
        return beforeText.isEmpty
            ? translated("\(label): “\(shown(afterText))”")
            : translated("\(label): “\(shown(afterText))”, while “\(shown(beforeText))” is kept")
    }
}
