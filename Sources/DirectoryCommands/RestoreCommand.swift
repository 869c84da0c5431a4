import ArgumentParser
import DirectoryModel
import DirectoryStore
import Foundation
import Language

struct RestoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: translated("Restore the directory’s file if it is damaged."),
        discussion: translated(
            """
            People are restored from people.json, and other lists as far as they can be read. The damaged file \
            is kept. If no damage is found, no changes are made.
            """))
    @OptionGroup var options: CommonOptions

    func run() throws {
        let restored = try Store.restore(in: Sandbox.folder(named: options.sandbox))
        Terminal.say(restored?.words ?? translated("No damage was found, so no changes were made."))
    }
}
