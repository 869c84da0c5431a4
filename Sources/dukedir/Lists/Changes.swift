import ArgumentParser
import DirectoryModel
import DirectoryStore
import DirectorySync
import Language

extension CommonOptions {
    /// Where the records of a collection are found and changed; where that is a server, it need not know who asks.
    func repository<R: DirectoryRecord>(of type: R.Type, in store: Store) throws -> any RecordRepository<R> {
        let isServed = R.home.canRefresh || R.home.isBooked
        let server = isServed ? try ServerAddress(signIn(in: store).server) : nil
        return R.repository(store: store) { () throws(SyncError) in
            guard let server else { throw .noServerYet }
            return Client(server: server, credentials: nil)
        }
    }
}

extension Changed {
    /// The record as it was kept; what others changed in the same fields is said.
    /// - Parameter number: what its key was to be, or nil where that was not typed.
    func kept(as number: Int? = nil) throws -> R {
        switch self {
        case .kept(let kept), .putBack(let kept): return kept
        case .absent: throw notFound()
        case .keyTaken: throw KeyTaken(key: R.fields[0].text(R(key: number ?? 0)))
        case .conflict(let both):
            // Where what was typed is what was shown here, they are what others made of it.
            for difference in both.conflicts.isEmpty ? both.onlyTheirs : both.conflicts {
                Terminal.complain(difference.words(of: R.self))
            }
            throw ChangedByOthers(one: R.collection.one)
        }
    }
}

extension DirectoryRecord {
    /// The record as a form would save it; a person's may be completed later.
    /// - Throws: `CannotBeKept`, which names every field a form would not save.
    func checked() throws -> Self {
        if Self.home == .published { return self }
        let reasons = reasonsAgainst
        guard reasons.isEmpty else { throw CannotBeKept(message: reasons.joined(separator: " ")) }
        guard isGiven || Self.saving == .offered else { throw CannotBeKept(message: translated("Nothing was given.")) }
        return try normalized()
    }
}

extension Store {
    /// Says what was done once the sandbox's JSON file says it too. Where that cannot be written the change is kept all
    /// the same, which is said.
    func saveAndSay(_ words: String) throws {
        let saved = Result { () throws(StoreError) in try flush() }
        Terminal.say(words)
        do throws(StoreError) { try saved.get() } catch {
            guard case .copyNotWritten = error else { throw error }
            Terminal.complain("\(error)")
        }
    }
}

/// What a form would not save.
struct CannotBeKept: UserFacingError {
    let message: String
    let recovery = ""
}

/// Others changed the same fields of a record at the same time.
struct ChangedByOthers: UserFacingError {
    let one: String

    var message: String {
        translated("This \(one) was changed by somebody else at the same time, so it was left as it is there.")
    }
    var recovery: String { translated("Look at it, and try again.") }
}

/// A number that is taken.
struct KeyTaken: UserFacingError {
    let key: String

    var message: String { translated("\(key) is in the directory already, so nothing was added.") }
    var recovery: String { translated("Use update to change it.") }
}

/// Says "Not Found"; what it returns ends the command with the code for it.
func notFound() -> ExitCode {
    Terminal.say(translated("Not Found"))
    return Outcome.notFound.code
}

extension FieldDifference {
    /// Mine and the server's, one beside the other.
    func words<R: DirectoryRecord>(of type: R.Type) -> String {
        let words =
            R.field(named: key)?.isPicture == true
            ? translated("\(label): another one")
            : translated("\(label): you have “\(beforeText)”, the server has “\(afterText)”")
        return words.printable
    }
}
