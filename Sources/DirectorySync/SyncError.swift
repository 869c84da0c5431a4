public import DirectoryModel
public import DirectoryStore
import Language

/// An error in the exchange with the server. The local list is unchanged. `one` and `many` are the collection's names
/// of a record and of several.
public enum SyncError: UserFacingError, Equatable {
    case noServerYet
    case badAddress(String)
    /// The connection is not encrypted, so the password was not sent.
    case insecure(server: String)
    case unreachable(server: String)
    /// The server's certificate is not valid.
    case untrusted(server: String)
    /// The server answers without TLS.
    case withoutTLS(server: String)
    case noAnswer(server: String)
    case stalled(server: String)
    /// So few bytes arrive that a list would take hours.
    case tooSlow(server: String)
    /// The same for a short answer.
    case answerSlow(server: String)
    /// A list has more than `bytes`.
    case listTooLarge(server: String, bytes: Int)
    case passwordNeeded(server: String)
    case signInRefused(server: String)
    /// The new password and its repetition are not the same.
    case passwordsDiffer
    case notAllowed(server: String)
    /// The server checks no passwords for a minute, because too many were wrong.
    case tooManyGuesses(server: String)
    case askedToWait(server: String, seconds: Int)
    /// The server answered with a failure.
    case failed(server: String, status: Int)
    case notAList(server: String, many: String)
    case cutShort(server: String)
    case damaged(server: String)
    /// The list arrived without records, so the local one is unchanged.
    case emptyListSent(server: String, many: String)
    case cancelled
    /// The record to upload is not in the store.
    case notInStore(one: String)
    /// The record belongs to `owner`, but `netid` is signed in.
    case notYours(owner: String, netid: String)
    /// The record's owner is signed in, but another record is marked as their own.
    case notOwn(one: String)
    /// The server has no record of the user.
    case notPublished(server: String)
    /// The server already has a record of the user.
    case existsAlready(server: String)
    /// The version to replace was changed on the server.
    case conflict(server: String)
    /// Others changed the record to delete or empty; their version is now in the store.
    case changedMeanwhile(one: String, name: String)
    /// Others changed the list to delete; their version is now in the store.
    case listChangedMeanwhile(many: String, what: String)
    /// The field `key` breaks a rule of the server; `reason` continues a sentence after the label.
    case refused(server: String, key: String, label: String, reason: String)
    /// The server rejects the user's entry whatever its content, for example because it is hidden there.
    case ownerRefused(server: String, label: String, reason: String)
    case notAnAnswer(server: String)
    /// The answer is too large for a record.
    case tooLarge(server: String)
    /// The answer is incomplete, so the result is unknown.
    case answerCut(server: String)
    /// The local list is from another server.
    case otherList(server: String, many: String)
    /// The request was canceled while the server was changing a record.
    case stopped(server: String)
    /// The record to change is not on the server.
    case gone(server: String, one: String)
    /// A record may have been created, but no readable answer arrived.
    case unsure(server: String, one: String)
    /// An order may have been booked; sent again, it is booked once.
    case unanswered(server: String, one: String)
    /// The server made the change, but it could not be stored.
    case notStored(server: String, StoreError)
    case store(StoreError)

    public var message: String {
        switch self {
        case .noServerYet: translated("Not connected to a class.")
        case .badAddress(""): translated("The server address is empty.")
        case .badAddress(let text): translated("“\(text)” is not a server address.")
        case .insecure(let server):
            translated("The connection to \(server) is not encrypted, so your password was not sent.")
        case .unreachable(let server): translated("Cannot reach the server at \(server).")
        case .untrusted(let server): translated("The certificate of \(server) is not valid.")
        case .withoutTLS(let server): translated("The server at \(server) does not use HTTPS, so nothing was sent.")
        case .noAnswer(let server): translated("The server at \(server) closed the connection without an answer.")
        case .stalled(let server): translated("The server at \(server) stopped sending.")
        case .tooSlow(let server):
            translated("Downloading from \(server) is too slow. Your list was not changed.")
        case .answerSlow(let server):
            translated("The answer from \(server) took too long, so it was not read.")
        case .listTooLarge(let server, let bytes) where bytes >= TransferLimits().largestList:
            translated(
                "The list from \(server) is larger than \(bytes / 1_000_000_000) GB. Your list was not changed.")
        case .listTooLarge(let server, let bytes):
            translated(
                """
                The list from \(server) is larger than the available space of \
                \(TransferProgress.text(forBytes: bytes)). Your list was not changed.
                """
            )
        case .passwordNeeded(let server): translated("The server at \(server) requires your password.")
        case .signInRefused: translated("Wrong NetID or password.")
        case .passwordsDiffer: translated("The two passwords differ, so no changes were made.")
        case .tooManyGuesses(let server):
            translated("Too many sign-in attempts at \(server), so your password was not checked.")
        case .askedToWait(let server, _): translated("The server at \(server) is busy.")
        case .notAllowed(let server): translated("The server at \(server) does not allow you to do this.")
        case .failed(let server, let status):
            translated("The server at \(server) could not answer: \(Self.text(for: status)).")
        case .notAList(let server, let many): translated("The answer from \(server) is not a list of \(many).")
        case .cutShort(let server):
            translated("The list from \(server) is incomplete. Your list was not changed.")
        case .damaged(let server):
            translated("The list from \(server) is damaged. Your list was not changed.")
        case .emptyListSent(let server, let many):
            translated("The list from \(server) contains no \(many). Your list was not changed.")
        case .cancelled: translated("The download was canceled. Your list was not changed.")
        case .notInStore(let one): translated("This \(one) was removed from your list.")
        case .notYours("", _): translated("This record has no NetID. You can upload only your own record.")
        case .notYours(let owner, let netid):
            translated("This record belongs to \(owner), but you are signed in as \(netid).")
        case .notOwn(let one): translated("This \(one) is not your own record, although it has your NetID.")
        case .notPublished(let server): translated("The server at \(server) has no entry for you.")
        case .existsAlready(let server): translated("The server at \(server) already has an entry for you.")
        case .conflict(let server): translated("This was changed at \(server) in the meantime, so it was not replaced.")
        case .changedMeanwhile(let one, let name):
            translated("The \(one) “\(name.line(cutAt: 60))” was changed elsewhere, so your change was not saved.")
        case .listChangedMeanwhile(let many, let what):
            translated("The list of \(many) was changed elsewhere (\(what)), so your change was not saved.")
        case .refused(let server, _, let label, let reason), .ownerRefused(let server, let label, let reason):
            translated("\(server) rejected it: \(label) \(reason).")
        case .notAnAnswer(let server): translated("\(server) is not a class server.")
        case .tooLarge(let server):
            translated("The answer from \(server) is too large for a record, so it was not read.")
        case .answerCut(let server):
            translated("The answer from \(server) is incomplete, so the result is not known.")
        case .otherList(let server, let many):
            translated("These \(many) are not from \(server), so no changes were made there.")
        case .stopped(let server):
            translated("You canceled before \(server) answered. The change may have been made there.")
        case .gone(let server, let one): translated("This \(one) was removed from the server at \(server).")
        case .unsure(let server, let one):
            translated("The answer from \(server) could not be read. The \(one) may have been created.")
        case .unanswered(let server, let one):
            translated(
                "The answer from \(server) could not be read. The \(one) may be booked.")
        case .notStored(let server, let problem):
            translated("Changed on \(server), but your list could not be refreshed: \(problem.message)")
        case .store(let problem): problem.message
        }
    }

    private static let largestList = TransferLimits().largestList

    public var recovery: String {
        switch self {
        case .noServerYet: translated("Enter the server in Preferences and sign in.")
        case .badAddress: translated("Enter the address as https://directory.example.edu.")
        case .insecure: translated("Use an address that starts with https://.")
        case .unreachable: translated("Check the address and your network, then try again.")
        case .untrusted: translated("Check the address. If it is correct, tell the person who runs the server.")
        case .withoutTLS: translated("Check the port. A server on this computer may need http:// before its address.")
        case .noAnswer, .stalled, .cutShort, .damaged, .answerCut, .passwordsDiffer: translated("Try again.")
        case .tooSlow, .answerSlow: translated("Try again on a faster network.")
        case .listTooLarge(_, let n) where n >= Self.largestList: translated("Check the address in Preferences.")
        case .listTooLarge: translated("Free some space, or check the address in Preferences.")
        case .passwordNeeded: translated("Enter your password in Preferences.")
        case .signInRefused: translated("Check your NetID and password in Preferences.")
        case .tooManyGuesses: translated("Wait a minute and try again.")
        case .askedToWait(_, let seconds): Self.text(forWaiting: seconds)
        case .notAllowed: translated("Sign in with the NetID of the record’s owner.")
        case .failed(_, 404), .failed(_, 410):
            translated("Check the address, or ask the person who runs the server.")
        case .failed(_, 503): translated("Try again in a moment.")
        case .failed: translated("Try again later, or tell the person who runs the server.")
        case .notAList, .notAnAnswer, .tooLarge: translated("Check the address in Preferences.")
        case .emptyListSent: translated("Check the address, or ask the person who runs the server.")
        case .cancelled, .stopped: ""
        case .notInStore, .notOwn: translated("Choose your own record.")
        case .notYours("", _): translated("Enter your NetID in the record.")
        case .notYours: translated("Sign in with the NetID of the record’s owner, or choose your own record.")
        case .notPublished: translated("Upload it for the first time.")
        case .existsAlready: translated("Update that entry.")
        case .conflict: translated("Compare both versions and choose.")
        case .otherList: translated("Refresh the list and try again.")
        case .changedMeanwhile, .listChangedMeanwhile:
            translated("Check the new version, and try again if you still want to.")
        case .refused: translated("Change the value and try again.")
        case .ownerRefused: translated("Ask the person who runs the server.")
        case .gone: translated("Refresh the list.")
        case .unsure: translated("Try again with the same values within an hour. It will not be added twice.")
        case .unanswered: translated("Try again with the same values. It will not be booked twice.")
        case .notStored(_, let problem), .store(let problem): problem.recovery
        }
    }

    /// The sentence for the sign-in form.
    public func messageAtSignIn(to purpose: SignInPurpose = .other) -> String {
        switch self {
        case .passwordNeeded: purpose.question
        case .noServerYet: "\(message) \(translated("Enter the server’s address to continue."))"
        case .signInRefused: "\(message) \(translated("Try again."))"
        case .notAList, .notAnAnswer, .tooLarge: "\(message) \(translated("Check the address."))"
        default: description
        }
    }

    /// True if the user must open Preferences next.
    public var asksForSignIn: Bool {
        switch self {
        case .passwordNeeded, .signInRefused, .noServerYet, .badAddress, .insecure: true
        default: false
        }
    }

    /// True if the server read an order and rejected its content, so that it was never booked. If the server asks to
    /// try again later, or the order's key is in use, an earlier attempt may have been booked.
    public var isRefusal: Bool {
        switch self {
        case .refused(_, let key, _, _): !key.caseInsensitiveEquals("Idempotency-Key")
        case .failed(_, let status): [400, 413].contains(status)
        default: false
        }
    }

    /// True if no server was reached, so the request had no effect.
    public var isBeforeSending: Bool {
        switch self {
        case .noServerYet, .badAddress, .unreachable: true
        default: false
        }
    }

    private static func text(forWaiting seconds: Int) -> String {
        if seconds <= 60 { return translated("Try again in a minute.") }
        let minutes = (seconds - 1) / 60 + 1
        return translated(minutes, one: "Try again in \(minutes) minute.", many: "Try again in \(minutes) minutes.")
    }

    private static func text(for status: Int) -> String {
        switch status {
        case 404: translated("it does not have this list")
        case 410: translated("it no longer has this list")
        case 300..<400: translated("it has moved to another address")
        case 400: translated("it could not read what was sent")
        case 413: translated("it does not accept anything this large")
        case 503: translated("it is not available right now (503)")
        case 500...599: translated("there is a problem on the server (\(status))")
        default: translated("error \(status)")
        }
    }
}
