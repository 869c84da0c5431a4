import ArgumentParser
import DirectorySync
import Language

/// `upload --initial` is POST, `upload --update` is PUT.
enum UploadFlag: EnumerableFlag {
    case initial
    case update

    static func help(for value: UploadFlag) -> ArgumentHelp? {
        switch value {
        case .initial: ArgumentHelp(translated("Add your record to the server’s list for the first time."))
        case .update: ArgumentHelp(translated("Replace your record on the server."))
        }
    }

    var way: UploadWay { self == .initial ? .firstTime : .later }
}
