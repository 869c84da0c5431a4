public import DirectoryModel
import Language

/// Errors of the server’s commands, for its administrator.
public enum ServerError: UserFacingError, Equatable, Sendable {
    case portTaken(host: String, port: Int)
    case addressUnusable(host: String, port: Int, reason: String)
    case metricsAddressUnusable(host: String, port: Int, reason: String)
    case databaseUnusable(path: String, reason: String)
    /// This user may not write the file or its folder; `owner` may.
    case databaseForbidden(path: String, owner: String?)
    /// No connection to the PostgreSQL database could be made.
    case databaseUnreachable(address: String, reason: String)
    /// The file does not exist or cannot be seen.
    case databaseMissing(path: String)
    /// The file is not a database, or a part of it is damaged.
    case databaseDamaged(path: String)
    /// The file is damaged, and another program has it open.
    case databaseInUse(path: String)
    /// Version 0.1 wrote the database.
    case databaseTooOld(path: String)
    case passwordInAddress
    /// libpq cannot parse the address, which is not kept because it may contain a password.
    case addressInvalid
    case databaseNotEmpty
    case copyDiffers
    /// The command needs a database in a file.
    case notAFile
    case fileExists(String)
    case fileUnwritable(String, reason: String)
    /// The file is not a backup, or it is damaged.
    case notABackup(String)
    case backupNotRestored(String, reason: String)
    case demoOnOpenHost(String)
    case demoBehindProxy
    /// The server would listen for other computers without TLS.
    case passwordsInClear(host: String)
    /// The database is not empty, so no sample class is added.
    case notASample
    case certificateUnusable(String, reason: String)
    /// The file of the certificate’s key cannot be used.
    case keyUnusable(String, reason: String)
    case accountExists(String)
    case noAccount(String)
    case accountDisabled(String)
    case badAppPassword(String, reason: String)
    case noEntry(String)
    case entryHidden(String)
    case noHiddenEntry(String)
    /// `faults` are sentences.
    case badAccounts(file: String, faults: [String])
    case badNetID(String)
    /// New passwords could not be handed out, so they were discarded.
    case passwordsUnwritable(reason: String)
    /// Standard output is not writable.
    case outputUnwritable
    case fileUnreadable(String, reason: String)
    /// `faults` are sentences.
    case badCourses(file: String, faults: [String])
    /// Courses of other programs have the same numbers.
    case courseNumbersTaken(by: [Course])

    public var message: String {
        switch self {
        case .portTaken(let host, let port): translated("Port \(port) on \(host) is already in use.")
        case .addressUnusable(let host, let port, let reason):
            translated("The server could not listen on \(host), port \(port): \(reason).")
        case .metricsAddressUnusable(let host, let port, let reason):
            translated("The metrics cannot be served on \(host), port \(port): \(reason).")
        case .databaseUnusable(let path, let reason): translated("The database \(path) could not be used: \(reason).")
        case .databaseForbidden(let path, _): translated("You do not have permission to use the database \(path).")
        case .databaseUnreachable(let address, let reason):
            translated("The database \(address) could not be reached: \(reason).")
        case .databaseMissing(let path): translated("The database \(path) does not exist.")
        case .databaseDamaged(let path): translated("The database \(path) is damaged.")
        case .databaseInUse(let path):
            translated("Another program has the damaged database \(path) open, so no changes were made.")
        case .databaseTooOld(let path):
            translated("The database \(path) is of version 0.1, which this version cannot read.")
        case .databaseNotEmpty: translated("The database to copy to is not empty, so no changes were made.")
        case .copyDiffers: translated("The copy differs from the original, which was changed in the meantime.")
        case .notAFile: translated("This database is not a file.")
        case .fileExists(let file): translated("The file \(file) already exists.")
        case .fileUnwritable(let file, let reason): translated("The file \(file) could not be written: \(reason).")
        case .notABackup(let file):
            translated("The file \(file) is not a backup of this server, or it is damaged, so no changes were made.")
        case .backupNotRestored(let file, let reason):
            translated("The backup \(file) could not be restored, so no changes were made: \(reason).")
        case .addressInvalid: translated("The address of the database could not be read.")
        case .passwordInAddress:
            translated(
                "The address of the database contains a password, which other users of this computer could read.")
        case .demoOnOpenHost(let host):
            translated(
                """
                The account demo has a public password, so it works only on this computer and not on \(host).
                """)
        case .demoBehindProxy:
            translated("The account demo has a public password, so it is not served behind a proxy.")
        case .passwordsInClear(let host):
            translated("Without TLS, passwords would be sent to \(host) unencrypted.")
        case .notASample:
            translated("The database has people or accounts of its own, so the sample class was not added to it.")
        case .certificateUnusable(let file, let reason):
            translated("The certificate could not be read from \(file): \(reason).")
        case .keyUnusable(let file, let reason): translated("The key could not be read from \(file): \(reason).")
        case .accountExists(let netid): translated("The account \(netid) already exists.")
        case .noAccount(let netid): translated("The account \(netid) does not exist.")
        case .accountDisabled(let netid): translated("The account \(netid) is disabled.")
        case .noEntry(let netid): translated("\(netid) has no entry.")
        case .entryHidden(let netid): translated("The entry of \(netid) is hidden already.")
        case .noHiddenEntry(let netid): translated("\(netid) has no hidden entry.")
        case .badAppPassword(let name, let reason): translated("The app password “\(name)” was not changed: \(reason).")
        case .badAccounts(let file, let faults):
            ([translated("The accounts in \(file) could not be created, so no changes were made.")] + faults)
                .joined(separator: "\n")
        case .badNetID(let netid):
            translated("“\(netid)” is not a NetID. Use letters and digits such as abc12.")
        case .passwordsUnwritable(let reason):
            translated("The new passwords could not be written, so no changes were made: \(reason).")
        case .outputUnwritable: translated("Could not write the output.")
        case .fileUnreadable(let file, let reason): translated("The file \(file) could not be read: \(reason).")
        case .badCourses(let file, let faults):
            ([translated("The courses in \(file) could not be loaded, so no changes were made.")] + faults)
                .joined(separator: "\n")
        case .courseNumbersTaken(let courses):
            ([translated("These numbers belong to courses of other programs, so no changes were made.")]
                + CourseFile.firstFaults(
                    courses.map { translated("The number \(String($0.id)) belongs to \($0.code) in \($0.program).") }))
                .joined(separator: "\n")
        }
    }

    public var recovery: String {
        switch self {
        case .portTaken: translated("Choose another with --port, or --port 0 for any free one.")
        case .addressUnusable: translated("Choose another with --host and --port.")
        case .metricsAddressUnusable: translated("Choose another with --metrics-address.")
        case .databaseUnusable: translated("Choose another with --database.")
        case .databaseForbidden(_, let owner?):
            translated("Run the command as the user \(owner), with “sudo -u \(owner) duke-directory-server …”.")
        case .databaseForbidden(_, nil): translated("Check the permissions of the file and of its folder.")
        case .databaseUnreachable: translated("Check that PostgreSQL is running, and its address, user, and password.")
        case .databaseMissing: translated("Check its name.")
        case .databaseDamaged: translated("Replace it with a backup, with “restore FILE”.")
        case .databaseInUse: translated("Stop the server and try again.")
        case .databaseTooOld:
            translated("Open it once with version 0.3, for example with “user list”, and try again.")
        case .databaseNotEmpty: translated("Choose an empty one with --to.")
        case .copyDiffers: translated("Stop the servers, empty the copy, and copy again.")
        case .notAFile: translated("Use PostgreSQL’s own programs pg_dump and pg_restore.")
        case .fileExists: translated("Choose another name.")
        case .fileUnwritable: translated("Choose another file, or free some space.")
        case .notABackup: translated("Choose a file written by “backup”.")
        case .backupNotRestored: translated("Fix this and try again.")
        case .addressInvalid:
            translated(
                "Use a file, or an address such as postgresql://user@host/name or “host=… user=… dbname=…”.")
        case .passwordInAddress:
            translated("Leave it out, and put it in the file ~/.pgpass or in the environment variable PGPASSWORD.")
        case .demoOnOpenHost:
            translated(
                """
                Use --host 127.0.0.1, or leave out --sample and change the password of demo with “user reset \
                demo”.
                """)
        case .demoBehindProxy:
            translated(
                """
                Leave out --behind-proxy, or leave out --sample and change the password of demo with “user reset \
                demo”.
                """)
        case .passwordsInClear:
            translated(
                """
                Use --tls-certificate and --tls-key, or --behind-proxy if all requests come through a proxy with TLS.
                """)
        case .notASample: translated("Leave out --sample, or choose an empty database with --database.")
        case .certificateUnusable, .keyUnusable:
            translated("Choose a certificate and its key, both in PEM, with --tls-certificate and --tls-key.")
        case .accountExists(let netid): translated("Use “user reset \(netid)” to give it a new password.")
        case .noAccount(let netid): translated("Use “user add \(netid)” to create it.")
        case .accountDisabled(let netid): translated("Use “user enable \(netid)” first.")
        case .entryHidden(let netid): translated("Use “entry show \(netid)” to show it again.")
        case .badAppPassword: translated("“user app-password NETID” lists the app passwords of an account.")
        case .badAccounts: translated("Fix the file and import it again.")
        case .badNetID, .outputUnwritable, .noEntry, .noHiddenEntry: ""
        case .passwordsUnwritable: translated("Free some space, or choose another output.")
        case .fileUnreadable: translated("Choose a file that you can read.")
        case .badCourses: translated("Fix the file and load it again.")
        case .courseNumbersTaken:
            translated("Give your courses other numbers, or add those programs to the file, and load it again.")
        }
    }
}

/// Errors of the database that clients are told about.
public enum StorageError: UserFacingError, Equatable {
    case diskFull
    /// The database cannot be reached or is too busy.
    case unavailable
    /// The connection was lost during a commit.
    case outcomeUnknown

    public var message: String {
        switch self {
        case .diskFull: translated("The server’s disk is full, so no changes were made.")
        case .unavailable: translated("The server cannot reach its database right now, so no changes were made.")
        case .outcomeUnknown:
            translated("The server lost its database before it finished, so the change may or may not have been made.")
        }
    }

    public var recovery: String {
        switch self {
        case .diskFull: translated("Free some space on it and try again.")
        case .unavailable: translated("Try again in a moment.")
        case .outcomeUnknown: translated("Fetch it again in a moment to check.")
        }
    }
}
