package import ArgumentParser
import DirectoryModel
import DirectoryStore
import DirectorySync
import Foundation
import Language
import ProgramFiles

/// The directory's command line.
package struct DukeDir: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "dukedir",
        abstract: translated("Find the people in your class, and publish your own record."),
        discussion: translated(
            """
            Enter fields as key=value, separated by commas. Values may contain spaces. Keys are not case-sensitive:
              dukedir add 664541 'fn=Ric, ln=Telford, em=ric.telford@duke.edu, fr=Chatham County, ge=Male, ro=Professor'

            Keys:
            \(DukePerson.keyHelp)

            The other lists have their own commands and keys. See dukedir help contacts.

            Exit status: 0 success, 1 not found, 2 usage error, 3 network error, 4 data error.
            """),
        version: ProgramVersion.current,
        subcommands: [
            AddNumbered<DukePerson>.self, UpdateRecord<DukePerson>.self, DeleteRecord<DukePerson>.self,
            FindRecords<DukePerson>.self, ListPeople.self, DownloadCommand<DukePerson>.self,
            UploadCommand<DukePerson>.self, WithdrawCommand<DukePerson>.self, PasswordCommand.self,
            ImportOwned<DukePerson>.self, ExportList<DukePerson>.self, RestoreCommand.self,
        ] + Groups.all)

    package init() {}

    package static func main() async { await Program.run(DukeDir.self) }
}
