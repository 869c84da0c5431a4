public import DirectoryModel
public import DirectoryStore
import Language

/// What can go wrong between here and the server. On every one of them the local list stays as it
/// was.
public enum SyncError: UserFacingError, Equatable {
    case noServerYet
    case badAddress(String)
    case insecure(server: String)
    case unreachable(server: String)
    case untrusted(server: String)
    case noAnswer(server: String)
    case stalled(server: String)
    /// So little arrives that it would take hours.
    case tooSlow(server: String)
    /// The same of a short answer.
    case answerSlow(server: String)
    /// A list has more than the `bytes` that are read of one.
    case listTooLarge(server: String, bytes: Int)
    case signInNeeded(server: String)
    case notAllowed(server: String)
    case failed(server: String, status: Int)
    case notAList(server: String, many: String)
    case cutShort(server: String)
    case damaged(server: String)
    case nobodySent(server: String, many: String)
    case cancelled
    /// The record that was to be uploaded is not here; `one` is what the collection calls a record.
    case notHere(one: String)
    /// The record says it is `owner`'s, and `netid` signed in.
    case notYours(owner: String, netid: String)
    /// The record says it is whoever's signed in, and another one is marked as theirs.
    case notOwn(one: String)
    case notPublished(server: String)
    case existsAlready(server: String)
    /// What was to be replaced was changed on the server meanwhile.
    case conflict(server: String)
    /// The record called `name` was to be deleted or emptied, and others changed it since it was shown; it is here as
    /// they have it.
    case changedMeanwhile(one: String, name: String)
    /// The whole list was to be deleted, and others changed it since it was shown; it is here as they have it.
    case listChangedMeanwhile(many: String, what: String)
    /// The server holds the field that `key` names against a rule; `reason` goes on after the label.
    case refused(server: String, key: String, label: String, reason: String)
    case notAnAnswer(server: String)
    case tooLarge(server: String)
    case answerCut(server: String)
    /// What is shown was fetched from another server than the one that is to change it.
    case otherList(server: String, many: String)
    /// Cancelled while the server was asked to change something.
    case stopped(server: String)
    /// What was to be changed is not on the server; `one` is what the collection calls a record.
    case gone(server: String, one: String)
    /// A record was to be made, and no answer arrived that can be read.
    case unsure(server: String, one: String)
    /// An order was sent, and no answer arrived that can be read; sent again, it is booked once.
    case unanswered(server: String, one: String)
    /// The server did it, and it could not be kept here.
    case notKept(server: String, StoreError)
    case store(StoreError)

    public var message: String {
        switch self {
        case .noServerYet: translated("No class server was named yet.")
        case .badAddress(let text): translated("“\(text)” is no server address.")
        case .insecure(let server):
            translated("The connection to \(server) is not encrypted, so your password was not sent.")
        case .unreachable(let server): translated("The server at \(server) cannot be reached.")
        case .untrusted(let server): translated("The server at \(server) cannot prove that it is who it says.")
        case .noAnswer(let server): translated("The server at \(server) closed the connection without an answer.")
        case .stalled(let server): translated("The server at \(server) stopped sending.")
        case .tooSlow(let server):
            translated("The list from \(server) arrives too slowly, so your list was left as it was.")
        case .answerSlow(let server):
            translated("The answer of \(server) arrives too slowly, so it was not read.")
        case .listTooLarge(let server, let bytes):
            translated(
                "The list from \(server) is larger than the \(TransferProgress.words(forBytes: bytes)) there is room for, so your list was left as it was."
            )
        case .signInNeeded(let server): translated("The server at \(server) does not know this NetID and password.")
        case .notAllowed(let server): translated("The server at \(server) does not let you do this.")
        case .failed(let server, let status):
            translated("The server at \(server) could not answer (\(Self.words(for: status))).")
        case .notAList(let server, let many): translated("What \(server) sent is no list of \(many).")
        case .cutShort(let server):
            translated("The list from \(server) ended too early, so your list was left as it was.")
        case .damaged(let server):
            translated("The list from \(server) arrived damaged, so your list was left as it was.")
        case .nobodySent(let server, let many):
            translated("The list of \(server) has no \(many) in it, so your list was left as it was.")
        case .cancelled: translated("The download was cancelled, and your list was left as it was.")
        case .notHere(let one): translated("This \(one) is no longer in your list.")
        case .notYours("", _): translated("This record names no NetID, and only your own can be uploaded.")
        case .notYours(let owner, let netid):
            translated("This record belongs to \(owner), and you are signed in as \(netid).")
        case .notOwn(let one): translated("This \(one) is not your own record, although it names your NetID.")
        case .notPublished(let server): translated("The server at \(server) has no entry of yours.")
        case .existsAlready(let server): translated("The server at \(server) has an entry of yours already.")
        case .conflict(let server): translated("This was changed at \(server) meanwhile, so it was not replaced.")
        case .changedMeanwhile(let one, let name):
            translated(
                "The \(one) “\(name.line(cutAt: 60))” was changed by somebody else meanwhile, so it was left as it is.")
        case .listChangedMeanwhile(let many, let what):
            translated("Somebody else changed the list of \(many) meanwhile (\(what)), so all of it was left as it is.")
        case .refused(let server, _, let label, let reason):
            translated("\(server) did not take it: \(label) \(reason).")
        case .notAnAnswer(let server): translated("What \(server) sent is not what a class server answers.")
        case .tooLarge(let server):
            translated("The answer of \(server) is larger than a record can be, so it was not read.")
        case .answerCut(let server):
            translated("The answer of \(server) ended too early, so nobody knows what became of it.")
        case .otherList(let server, let many):
            translated("These \(many) are not those of \(server), so nothing was changed there.")
        case .stopped(let server):
            translated("This was cancelled before \(server) had answered, and may have been done there.")
        case .gone(let server, let one): translated("This \(one) is no longer on the server at \(server).")
        case .unsure(let server, let one):
            translated("No answer of \(server) arrived that can be read, so nobody knows whether the \(one) was made.")
        case .unanswered(let server, let one):
            translated(
                "No answer of \(server) arrived that can be read, so it is not known whether the \(one) is booked.")
        case .notKept(let server, let problem):
            translated("\(server) did it, but your list here is not up to date: \(problem.message)")
        case .store(let problem): problem.message
        }
    }

    public var recovery: String {
        switch self {
        case .noServerYet: translated("Name it in Preferences, and sign in.")
        case .badAddress: translated("Write it as https://directory.example.edu.")
        case .insecure: translated("Use an address that starts with https://.")
        case .unreachable: translated("Check the address and your network, then try again.")
        case .untrusted: translated("Check the address; if it is right, tell whoever runs the server.")
        case .noAnswer, .stalled, .cutShort, .damaged, .answerCut: translated("Try again.")
        case .tooSlow, .answerSlow: translated("Try again when the network is faster.")
        case .listTooLarge: translated("Free some space, or check the address in Preferences.")
        case .signInNeeded: translated("Check both in Preferences.")
        case .notAllowed: translated("Sign in with the NetID that owns the record.")
        case .failed: translated("Try again later, or tell whoever runs the server.")
        case .notAList, .notAnAnswer, .tooLarge: translated("Check the address in Preferences.")
        case .nobodySent: translated("Check the address, or ask whoever runs the server.")
        case .cancelled, .stopped: ""
        case .notHere, .notOwn: translated("Choose your own record.")
        case .notYours("", _): translated("Write your NetID into it.")
        case .notYours: translated("Sign in with the NetID that owns the record, or choose your own.")
        case .notPublished: translated("Upload it for the first time.")
        case .existsAlready: translated("Update that one.")
        case .conflict: translated("Compare both and choose.")
        case .otherList: translated("Refresh the list, then try again.")
        case .changedMeanwhile, .listChangedMeanwhile:
            translated("Look at it as it is now, and try again if you still want to.")
        case .refused: translated("Change it, and try again.")
        case .gone: translated("Refresh the list.")
        case .unsure: translated("Look before you try again, or it may be there twice.")
        case .unanswered: translated("Try again with the same words: it will not be booked twice.")
        case .notKept(_, let problem), .store(let problem): problem.recovery
        }
    }

    /// The sentence as it stands where server, NetID and password are typed.
    public var messageAtSignIn: String {
        switch self {
        case .noServerYet: "\(message) \(translated("Name it here; what you asked for then goes on."))"
        case .signInNeeded: "\(message) \(translated("Check both, then try again."))"
        case .notAList, .notAnAnswer, .tooLarge: "\(message) \(translated("Check the address."))"
        default: description
        }
    }

    /// True where Preferences are the next step.
    public var asksForSignIn: Bool {
        switch self {
        case .signInNeeded, .noServerYet, .badAddress, .insecure: true
        default: false
        }
    }

    /// True where the server read an order and refused what it says, so that it was never booked. Who is told to come
    /// back later, or that the order’s key is in use, may have been booked by an earlier try.
    public var isRefusal: Bool {
        switch self {
        case .refused(_, let key, _, _): !key.caseInsensitiveEquals("Idempotency-Key")
        case .failed(_, let status): [400, 413].contains(status)
        default: false
        }
    }

    /// True where no server was reached, so that it surely was not asked anything.
    public var isBeforeSending: Bool {
        switch self {
        case .noServerYet, .badAddress, .unreachable: true
        default: false
        }
    }

    private static func words(for status: Int) -> String {
        switch status {
        case 404: translated("it has no such list")
        case 300..<400: translated("it has moved; name its new address")
        case 400: translated("it could not read what was sent")
        case 413: translated("it takes nothing as large as that")
        case 429: translated("too many people are asking")
        case 500...599: translated("something is wrong there, \(status)")
        default: translated("it said \(status)")
        }
    }
}
