import DirectoryModel
import Foundation
import HTTPTypes
import Language

/// An uploaded entry, normalized and checked against the fields’ rules.
struct UploadedEntry: Sendable {
    let entry: Entry
    private let record: Record

    /// - Throws: `Refusal` 400 if `body` is not JSON, 422 if a field breaks a rule, 403 if it does not belong to
    ///   `account`.
    init(_ body: Data, of definition: Definition, from account: Account) throws {
        let sent = try Self.record(body, definition)
        do throws(FieldBroken) { record = try sent.normalized() } catch { throw Refusal(error) }
        try Self.requireOwned(record, by: account)
        entry = try Entry(record)
    }

    private static func requireOwned(_ record: Record, by account: Account) throws(Refusal) {
        guard let owner = record.definition.owner else { throw .notYours }
        let netid = record[owner].text
        guard !netid.isEmpty else { throw Refusal(field: owner, reason: translated("is missing")) }
        guard account.owns(netid), Account.canBeNetID(netid) else {
            throw Refusal(
                .forbidden,
                translated("The body’s \(owner.label) is \(netid), but you signed in as \(account.netid)."),
                Refusal.onlyOwn)
        }
    }

    /// - Parameter role: that of its owner, or nil if the owner is not a member.
    /// - Throws: `Refusal` 422 unless the role may publish this entry, 403 if it is nil.
    func requireAllowed(for role: MemberRole?) throws(Refusal) {
        guard let role else { throw .notYours }
        guard let standing = record.definition.standing,
            !role.published.map(\.rawValue).contains(record[standing].text)
        else { return }
        let roles = role.published.map(\.label).joined(separator: translated(", "))
        throw Refusal(field: standing, reason: translated("must match your account (\(roles))"))
    }

    private static func record(_ body: Data, _ definition: Definition) throws(Refusal) -> Record {
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
                .unprocessableContent, problem.reason, Refusal.correct,
                field: definition.fields.map(\.key).first { unread.contains($0) },
                reason: translated("cannot be read"))
        case .rejected(let problem):
            throw Refusal(
                .unprocessableContent, problem.reason, Refusal.correct, field: key.key,
                reason: translated("is missing or not a number"))
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
