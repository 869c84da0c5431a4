import DirectoryModel
import Foundation
import HTTPTypes
import Language

/// Reads the body of an upload and holds it against the fields' rules.
enum EntryCheck {
    /// The largest body that is read, in bytes.
    static let largestBody = 256 << 10

    /// The entry `body` holds, as `account` may store it: mended where a rule mends, read from any dialect.
    /// - Throws: `Refusal` 400 where it is no JSON, 422 naming the field that breaks a rule, 403 where it is not `account`'s.
    static func entry(_ body: Data, of account: Account) throws -> Entry {
        let sent = try Self.person(body)
        let person: DukePerson
        do throws(FieldBroken) {
            try DukePerson.requireKnownChoices(in: body)
            person = try sent.normalized()
        } catch { throw Refusal(error) }
        guard !person.netid.isEmpty else {
            throw Refusal(field: "netid", label: "NetID", reason: translated("is missing"))
        }
        guard account.owns(person.netid) else {
            throw Refusal(
                .forbidden,
                translated("The body's NetID is \(person.netid), but you signed in as \(account.netid)."))
        }
        guard account.role.published.contains(person.role) else {
            let roles = account.role.published.map(\.label).joined(separator: translated(", "))
            throw Refusal(field: "role", label: translated("Role"), reason: translated("has to be one of \(roles)"))
        }
        return try Entry(person)
    }

    /// The JSON value `body` is.
    /// - Throws: `Refusal.notJSON`.
    static func json(_ body: Data) throws(Refusal) -> Any {
        do {
            return try JSONSerialization.jsonObject(with: body, options: .fragmentsAllowed)
        } catch { throw .notJSON }
    }

    private static func person(_ body: Data) throws(Refusal) -> DukePerson {
        _ = try json(body)
        switch ElementReader<DukePerson>().read(.whole(body)) {
        case .record(let person) where person.DUID > 0: return person
        case .record: throw Refusal(field: "DUID", label: "DUID", reason: translated("must be greater than 0"))
        case .partly(_, let unread, let problem):
            var refusal = Refusal(.unprocessableContent, problem.reason)
            refusal.field = DukePerson.fields.map(\.key).first { unread.contains($0) }
            refusal.reason = translated("cannot be read")
            throw refusal
        case .rejected(let problem):
            var refusal = Refusal(.unprocessableContent, problem.reason)
            refusal.field = "DUID"
            refusal.reason = translated("is missing or not a number")
            throw refusal
        }
    }
}
