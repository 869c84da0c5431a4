import DirectoryModel
import Foundation
import HTTPTypes
import Language

/// Reads an uploaded entry and checks it against the fields’ rules.
struct EntryCheck {
    private let definition: Definition

    init(_ definition: Definition) { self.definition = definition }

    /// The normalized entry in `body`, if `member` may store it.
    /// - Throws: `Refusal` 400 if it is not JSON, 422 if a field breaks a rule, 403 if it does not belong to `member`.
    func entry(_ body: Data, of member: Member) throws -> Entry {
        let sent = try record(body)
        let record: Record
        do throws(FieldBroken) { record = try sent.normalized() } catch { throw Refusal(error) }
        try requireOwned(record, by: member)
        return try Entry(record)
    }

    private func requireOwned(_ record: Record, by member: Member) throws(Refusal) {
        guard let owner = definition.owner else { throw .notYours }
        let netid = record[owner].text
        guard !netid.isEmpty else { throw Refusal(field: owner, reason: translated("is missing")) }
        guard member.account.owns(netid), Account.canBeNetID(netid) else {
            throw Refusal(
                .forbidden,
                translated("The body’s \(owner.label) is \(netid), but you signed in as \(member.account.netid)."))
        }
        guard let standing = definition.standing,
            !member.role.published.map(\.rawValue).contains(record[standing].text)
        else { return }
        let roles = member.role.published.map(\.label).joined(separator: translated(", "))
        throw Refusal(field: standing, reason: translated("must match your account (\(roles))"))
    }

    private func record(_ body: Data) throws(Refusal) -> Record {
        let key = definition.fields[0]
        let sent: (element: ReadElement, broken: FieldBroken?)
        do { sent = try ElementReader(definition).readSent(body) } catch { throw .notJSON }
        switch sent.element {
        case .record(let record) where (1...EntryLimits.maxKey).contains(record.key):
            if let broken = sent.broken { throw Refusal(broken) }
            return record
        case .record(let record) where record.key > 0:
            throw Refusal(field: key, reason: translated("must be at most \(String(EntryLimits.maxKey))"))
        case .record: throw Refusal(field: key, reason: translated("must be greater than 0"))
        case .partly(_, let unread, let problem):
            throw Refusal(
                .unprocessableContent, problem.reason,
                field: definition.fields.map(\.key).first { unread.contains($0) },
                reason: translated("cannot be read"))
        case .rejected(let problem):
            throw Refusal(
                .unprocessableContent, problem.reason, field: key.key, reason: translated("is missing or not a number"))
        }
    }
}

extension Data {
    /// - Throws: `Refusal.notJSON`.
    func json() throws(Refusal) -> Any {
        do { return try JSONSerialization.jsonObject(with: self, options: .fragmentsAllowed) } catch { throw .notJSON }
    }
}

extension Refusal {
    /// 422: `field` breaks a rule; `reason` follows its label in a sentence.
    init(field: Field, reason: String, status: HTTPResponse.Status = .unprocessableContent) {
        self.init(field: field.key, label: field.label, reason: reason, status: status)
    }
}
