public import DirectoryModel
import Language

/// Why the class server cannot do what it was started for, in words for the person who started it.
public enum ServerError: UserFacingError, Equatable, Sendable {
    case portTaken(host: String, port: Int)
    case addressUnusable(host: String, port: Int, reason: String)
    case databaseUnusable(path: String, reason: String)
    case demoOnOpenHost(String)
    case accountExists(String)
    case noAccount(String)
    case badNetID(String)
    case fileUnreadable(String, reason: String)
    /// The file holds courses that cannot be taken; `faults` are sentences.
    case badCourses(file: String, faults: [String])
    /// Courses of programs that are not loaded have the numbers of some that are.
    case courseNumbersTaken(by: [Course])

    public var message: String {
        switch self {
        case .portTaken(let host, let port): translated("Port \(port) on \(host) is already in use.")
        case .addressUnusable(let host, let port, let reason):
            translated("The server cannot listen on \(host), port \(port): \(reason).")
        case .databaseUnusable(let path, let reason): translated("The database \(path) cannot be used: \(reason).")
        case .demoOnOpenHost(let host):
            translated(
                """
                The account demo, whose password everybody knows, is served on this computer only and not on \(host).
                """)
        case .accountExists(let netid): translated("There already is an account \(netid).")
        case .noAccount(let netid): translated("There is no account \(netid).")
        case .badNetID(let netid):
            translated("“\(netid)” cannot be a NetID: it must be letters and digits such as abc12.")
        case .fileUnreadable(let file, let reason): translated("The file \(file) cannot be read: \(reason).")
        case .badCourses(let file, let faults):
            ([translated("The courses in \(file) cannot be taken, so nothing was changed.")] + faults)
                .joined(separator: "\n")
        case .courseNumbersTaken(let courses):
            ([translated("Courses of other programs have these numbers, so nothing was changed.")]
                + CourseFile.told(
                    courses.map { translated("The number \(String($0.id)) is that of \($0.code) in \($0.program).") }))
                .joined(separator: "\n")
        }
    }

    public var recovery: String {
        switch self {
        case .portTaken: translated("Choose another with --port, or --port 0 for any free one.")
        case .addressUnusable: translated("Choose another with --host and --port.")
        case .databaseUnusable: translated("Choose another with --database.")
        case .demoOnOpenHost:
            translated(
                """
                Use --host 127.0.0.1, or leave out --sample and give demo another password with “user reset demo”.
                """)
        case .accountExists(let netid): translated("Use “user reset \(netid)” to give it a new password.")
        case .noAccount(let netid): translated("Use “user add \(netid)” to make one.")
        case .badNetID: ""
        case .fileUnreadable: translated("Name a JSON or CSV file that you may read.")
        case .badCourses: translated("Correct the file and load it again.")
        case .courseNumbersTaken:
            translated("Give your courses other numbers, or put those programs into the file, and load it again.")
        }
    }
}
