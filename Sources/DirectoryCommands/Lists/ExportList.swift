import ArgumentParser
import DirectoryModel
import DirectoryStore
import Foundation
import Language

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
