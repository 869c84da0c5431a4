import ArgumentParser
import DirectoryModel
import DirectoryStore
import DirectorySync
import Language

extension Changed {
    /// The record as it was kept; changes of others in the same fields are reported.
    /// - Parameters:
    ///   - number: the new key, or nil where it was not typed.
    ///   - adds: true where the record was to be added.
    func kept(as number: Int? = nil, adds: Bool = false) throws -> R {
        switch self {
        case .kept(let kept), .putBack(let kept): return kept
        case .absent: throw notFound()
        case .keyTaken(let holder): throw KeyTaken(R(key: number ?? 0), holder: holder, adds: adds)
        case .conflict(let both):
            // Where the typed value is the one that was shown here, these are the changes of others.
            for difference in both.conflicts.isEmpty ? both.onlyTheirs : both.conflicts {
                Terminal.complain(difference.words(of: R.self))
            }
            throw ChangedByOthers(one: R.collection.one)
        }
    }
}

/// The error that others changed the same fields of a record at the same time.
struct ChangedByOthers: UserFacingError {
    let one: String

    var message: String {
        translated("Someone else changed this \(one) at the same time, so your change was not made.")
    }
    var recovery: String { translated("Check the new version and try again.") }
}

/// Prints "Not Found", and returns the exit code for it.
func notFound() -> ExitCode {
    Terminal.say(translated("Not Found"))
    return Outcome.notFound.code
}
