import ArgumentParser
import Boats
import DirectoryCommands
import DirectoryModel
import DirectoryServer
import Foundation

/// A directory of boats: `boat-club serve FOLDER` runs its server, `boat-club boats …` its command line.
@main
struct BoatClub: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "boat-club", subcommands: [Serve.self, Group<BoatCommands>.self])

    static func main() async { await Program.run(BoatClub.self) }
}

/// Says that commands are for boats.
enum BoatCommands: CommandCollection {
    static var definition: Definition { Boat.definition }
}

/// Serves boats from a folder and prints the address. The passwords of the accounts `ana` and `bo` are in files with
/// these names.
struct Serve: AsyncParsableCommand {
    @Argument var folder: String

    func run() async throws {
        let folder = URL(filePath: folder)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let repository = try SQLRepository(path: folder.appending(path: "server.sqlite").path)
        let accounts = Accounts(repository: repository)
        for netid in ["ana", "bo"] {
            let password = try await accounts.add(netid, role: .student)
            try Data(password.utf8).write(to: folder.appending(path: netid))
        }
        var options = ClassServer.Options()
        options.stopsOnSignals = true
        try await ClassServer(repository: repository, options: options, collections: [Boat.definition]).run { port in
            let line = "Listening on http://127.0.0.1:\(port)\n"
            try? FileHandle.standardOutput.write(contentsOf: Data(line.utf8))
        }
    }
}
