import DirectoryModel
import Foundation

/// The name of a process in the journal of undo and in the names of work files.
enum Session {
    /// A name for this process that no other has.
    static func name() -> String { "\(getpid())-\(UUID().uuidString)" }

    /// The name under which the undone changes of a session are kept.
    static func redo(_ name: String) -> String { "\(name)+redo" }

    /// True where the process with that name still runs.
    static func isAlive(_ name: String) -> Bool {
        guard let process = Int32(name.prefix { $0.isNumber }) else { return false }
        return kill(process, 0) == 0 || errno != ESRCH
    }
}
