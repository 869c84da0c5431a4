import ArgumentParser
import DirectoryModel
import DirectoryStore
import Foundation
import Language

/// The people, one line each, as the data model lists them.
struct ListPeople: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: translated("List the people, one per line."))
    @OptionGroup var options: CommonOptions

    func run() throws {
        let model = try options.open()
        var lines: [String] = []
        // The readable people are shown before the error.
        let read = Result { () throws(StoreError) in try model.eachLine { lines.append($0) } }
        if !lines.isEmpty { Terminal.say(lines) }
        try read.get()
        try model.store.verify(DukePerson.self)
    }
}
