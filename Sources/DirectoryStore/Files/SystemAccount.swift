public import DirectoryModel
import Foundation

/// The account of the user who is signed in to this computer.
public struct SystemAccount: Sendable, Equatable {
    /// The login name.
    public var login: String
    /// The full name, or the login name where the account has none.
    public var fullName: String

    /// Makes an account; a blank full name is replaced by the login name.
    public init(login: String, fullName: String) {
        self.login = login
        self.fullName = fullName.trimmed.isEmpty ? login : fullName.trimmed
    }

    /// The account that runs this process.
    public static var current: SystemAccount {
        SystemAccount(
            login: NSUserName(),
            fullName: NSFullUserName().split(separator: ",", omittingEmptySubsequences: false).first.map(String.init)
                ?? "")
    }

    /// The user's own record with `netid`, or the login name where that is not known: its DUID, which is not known here,
    /// is 0.
    func ownRecord(netid: String?) -> DukePerson {
        var own = ownRecord
        if let netid, !netid.trimmed.isEmpty {
            own.netid = (try? Rule.netid.checked(netid).get()) ?? netid.trimmed.lowercased()
        }
        return own
    }

    /// The record that a first launch makes: its DUID, which is not known here, is 0.
    public var ownRecord: DukePerson {
        let words = fullName.split(separator: " ").map(String.init)
        let last = words.count > 1 ? words.last ?? "" : ""
        let first = words.count > 1 ? words.dropLast().joined(separator: " ") : fullName
        return DukePerson(DUID: 0, netid: login.lowercased(), fName: first, lName: last)
    }
}
