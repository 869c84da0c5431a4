import DirectorySync
import Language

extension Advice {
    /// What to do about a problem that the window answers with a place of its own, in the words of this program.
    init?(inThisProgram problem: SyncProblem) {
        let recovery: String
        switch problem {
        case .noServerYet: recovery = translated("Name it with --server https://….")
        case .signInNeeded: recovery = translated("Check --netid and the password.")
        case .notAList, .notAnAnswer, .tooLarge: recovery = translated("Check the address given with --server.")
        case .notAllowed, .notYours: recovery = translated("Give the NetID that owns the record with --netid.")
        case .notHere: recovery = translated("Look for it with find.")
        case .conflict: recovery = translated("Download, compare, and upload again.")
        case .otherList, .gone: recovery = translated("Use refresh, then try again.")
        default: return nil
        }
        self.init(problem: problem, recovery: recovery)
    }
}
