import ArgumentParser
import DirectoryModel
import DirectoryStore
import Language

/// The number that identifies a record.
struct RecordNumber<R: DirectoryRecord>: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            Self.help, valueName: R.definition.numbering == .typed ? R.fields[0].key.lowercased() : "number"))
    var number: Int

    private static var help: String {
        R.definition.numbering == .typed ? translated("The \(R.fields[0].label).") : translated("The number.")
    }
}
