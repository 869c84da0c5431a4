import ArgumentParser
import DirectoryModel
import DirectoryStore
import DirectorySync
import Foundation
import Language

struct PasswordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "password", abstract: translated("Change your password on the server."),
        discussion: translated(
            "Type the new password twice, or set DUKE_DIRECTORY_NEW_PASSWORD."))
    @OptionGroup var options: CommonOptions

    func run() async throws {
        let given = ProcessInfo.processInfo.environment["DUKE_DIRECTORY_NEW_PASSWORD"].flatMap { $0.isEmpty ? nil : $0 }
        guard given != nil || Terminal.isInteractive else { throw NoNewPassword() }
        let store = try options.open().store
        let signIn = try options.signIn(in: store)
        let client = try options.signedIn(signIn)
        try await client.changePassword(to: try given ?? Terminal.newPassword())
        try signIn.keep(in: store)
        Terminal.say(translated("Your password was changed."))
    }
}
