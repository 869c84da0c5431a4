public import DirectoryModel
import DirectoryStore
import DirectorySync
import Language
public import Observation

/// The entry over a list, which adds a record from one field, and what the server does not have of it yet.
@MainActor @Observable
public final class QuickEntryScreen<R: DirectoryRecord> {
    /// What is typed.
    public private(set) var text = ""
    /// What was added and is not on the server yet, in that order; it is kept beyond this session.
    public private(set) var outgoing: [OutgoingEntry] {
        didSet { if outgoing != oldValue { entries.keep(outgoing) } }
    }
    @ObservationIgnored private let entries: OutgoingEntries<R>
    @ObservationIgnored private let records: CollectionRecords<R>
    @ObservationIgnored private let remote: RemoteScreen<R>
    @ObservationIgnored private let presenter: Presenter<R>
    @ObservationIgnored private var isSending = false

    init(_ records: CollectionRecords<R>, remote: RemoteScreen<R>, presenter: Presenter<R>) {
        (self.records, self.remote, self.presenter) = (records, remote, presenter)
        entries = OutgoingEntries(store: records.store)
        outgoing = R.definition.quickEntry == nil ? [] : entries.saved()
        remote.leftOfSample = { [weak self] in self?.keep($0) }
    }

    /// False where the collection does not have such an entry.
    public var isOffered: Bool { R.definition.quickEntry != nil }

    /// The hint that is shown while the entry is empty.
    public var placeholder: String { translated("Add a \(R.collection.one)") }

    public func typed(_ text: String) { self.text = text }

    /// Empties the entry, and sends its record after those that are not on the server yet.
    public func addTapped() {
        guard let field = R.definition.quickEntry, !text.trimmed.isEmpty else { return }
        let form = form(of: text, in: field)
        guard form.checkedRecord() != nil else {
            text = form.entry(field.key)?.text ?? text
            return presenter.say(form.entry(field.key)?.note?.sentence ?? "")
        }
        sendSafeAgain()
        append(text.trimmed, records.preferences.signIn.server, .waiting)
        text = ""
        send()
    }

    /// Sends one that failed again, to the server that is signed in to now, and those before and behind it that the
    /// server cannot have.
    public func tryAgainTapped(_ id: Int) {
        change(id) { [records] entry in
            guard entry.isFailed else { return }
            (entry.state, entry.server) = (.waiting, records.preferences.signIn.server)
        }
        sendSafeAgain()
        send()
    }

    private func sendSafeAgain() {
        for index in outgoing.indices where outgoing[index].isSafe { outgoing[index].state = .waiting }
    }

    /// Removes one that is not being sent.
    public func discardTapped(_ id: Int) {
        outgoing.removeAll { $0.id == id && $0.state != .sending }
        send()
    }

    /// Keeps what the user added to the sample class's list as not added to this one.
    private func keep(_ records: [R]) {
        guard let field = R.definition.quickEntry else { return }
        let reason = translated("This was in the sample class’s list.")
        for record in records {
            append(field.inputText(record), "", .failed(reason: reason, isSafe: false))
        }
    }

    private func append(_ text: String, _ server: String, _ state: OutgoingEntry.State) {
        outgoing.append(OutgoingEntry(id: (outgoing.last?.id ?? 0) + 1, text: text, server: server, state: state))
    }

    private func form(of text: String, in field: Field<R>) -> FormScreen<R> {
        let form = FormScreen(
            R(key: 0), purpose: .add, isOwn: false, keepsDraft: false, repository: records.repository,
            emojis: records.emojis)
        form.typed(text, in: field.key)
        return form
    }

    private func change(_ id: Int, _ body: (inout OutgoingEntry) -> Void) {
        if let index = outgoing.firstIndex(where: { $0.id == id }) { body(&outgoing[index]) }
    }

    private func send() {
        // What waits behind one that failed is sent after it.
        guard !isSending, let first = outgoing.first(where: { $0.state == .waiting || $0.isSafe }), !first.isFailed
        else { return }
        isSending = true
        remote.attempt { [self] () throws(SyncError) in
            try await sendWaiting()
        } ended: { [self] problem in
            isSending = false
            guard let problem, let first = outgoing.first(where: { $0.state == .waiting }) else { return }
            change(first.id) { $0.state = .failed(reason: problem.description, isSafe: true) }
        }
    }

    /// - Throws: a problem for which the user must sign in; what could not be sent waits.
    private func sendWaiting() async throws(SyncError) {
        while let next = outgoing.first(where: { $0.state == .waiting }) {
            guard next.server == records.preferences.signIn.server else {
                let reason = translated("This was not added because you are now connected to another server.")
                change(next.id) { $0.state = .failed(reason: reason, isSafe: false) }
                continue
            }
            guard try await isSent(next) else { return }
        }
    }

    /// - Returns: false where sending the next ones would fail, too.
    private func isSent(_ entry: OutgoingEntry) async throws(SyncError) -> Bool {
        guard let field = R.definition.quickEntry, let record = form(of: entry.text, in: field).checkedRecord() else {
            discardTapped(entry.id)
            return true
        }
        change(entry.id) { $0.state = .sending }
        do throws(SyncError) {
            let saved = try await records.repository.add(record).record
            outgoing.removeAll { $0.id == entry.id }
            if let saved { presenter.say(translated("\(saved.displayName) added")) }
            return true
        } catch {
            if error.asksForSignIn {
                change(entry.id) { $0.state = .waiting }
                throw error
            }
            change(entry.id) { $0.state = .failed(reason: error.description, isSafe: error.isBeforeSending) }
            return !error.isBeforeSending
        }
    }
}
