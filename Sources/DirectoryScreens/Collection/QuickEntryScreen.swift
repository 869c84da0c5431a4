import DirectoryModel
import DirectoryStore
import DirectorySync
import Language
public import Observation

/// The entry over a list, which adds a record from one field, and what the server does not have of it yet.
@MainActor @Observable
public final class QuickEntryScreen: CollectionPart {
    public private(set) var text = ""
    /// What was added and is not on the server yet, in that order; it is kept beyond this session.
    public private(set) var outgoing: [OutgoingEntry] {
        didSet {
            // Where they cannot be written, they are kept while the program runs.
            if outgoing != oldValue { try? kept.keep(outgoing.isEmpty ? nil : outgoing.map(KeptEntry.init)) }
        }
    }
    @ObservationIgnored private let kept: Setting<[KeptEntry]>
    @ObservationIgnored private let remote: RemoteScreen
    @ObservationIgnored private var isSending = false

    init(_ context: CollectionContext, remote: RemoteScreen) {
        self.remote = remote
        kept = Setting("outgoing-\(context.recordType.collection.name)", in: context.store)
        let left = context.recordType.quickEntryKey == nil ? [] : kept.value ?? []
        outgoing = left.enumerated().map { $1.entry($0) }
        super.init(context)
        remote.leftOfSample = { [weak self] in self?.keep($0) }
    }

    /// False where the collection does not have such an entry.
    public var isOffered: Bool { recordType.quickEntryKey != nil }

    public var placeholder: String { translated("Add a \(collection.one)") }

    public func typed(_ text: String) { self.text = text }

    /// Empties the entry, and sends its record after those that are not on the server yet.
    public func addTapped() {
        guard let field = recordType.quickEntryKey, !text.trimmed.isEmpty else { return }
        let form = form(of: text, in: field)
        guard form.checkedRecord() != nil else {
            text = form.entry(field)?.text ?? text
            return presenter.say(form.entry(field)?.note?.sentence ?? "")
        }
        sendSafeAgain()
        append(text.trimmed, context.preferences.signIn.server, .waiting)
        text = ""
        send()
    }

    /// Sends one that failed again, to the server that is signed in to now, and those before and behind it that the
    /// server cannot have.
    public func tryAgainTapped(_ id: Int) {
        change(id) { [context] entry in
            guard entry.isFailed else { return }
            (entry.state, entry.server) = (.waiting, context.preferences.signIn.server)
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
    private func keep(_ texts: [String]) {
        let reason = translated("This was in the sample class’s list.")
        for text in texts { append(text, "", .failed(reason: reason, isSafe: false)) }
    }

    private func append(_ text: String, _ server: String, _ state: OutgoingEntry.State) {
        outgoing.append(OutgoingEntry(id: (outgoing.last?.id ?? 0) + 1, text: text, server: server, state: state))
    }

    private func form(of text: String, in field: String) -> FormScreen {
        let form = FormScreen(
            recordType.init(key: 0), purpose: .add, isOwn: false, keepsDraft: false, repository: repository,
            emojis: context.emojis)
        form.typed(text, in: field)
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
            guard next.server == context.preferences.signIn.server else {
                let reason = translated("This was not added because you are now connected to another server.")
                change(next.id) { $0.state = .failed(reason: reason, isSafe: false) }
                continue
            }
            guard try await isSent(next) else { return }
        }
    }

    /// - Returns: false where sending the next ones would fail, too.
    private func isSent(_ entry: OutgoingEntry) async throws(SyncError) -> Bool {
        guard let field = recordType.quickEntryKey, let record = form(of: entry.text, in: field).checkedRecord() else {
            discardTapped(entry.id)
            return true
        }
        change(entry.id) { $0.state = .sending }
        do throws(SyncError) {
            let saved = try await repository.addAny(record)
            outgoing.removeAll { $0.id == entry.id }
            if case .kept(let saved, _) = saved { presenter.say(translated("\(saved.displayName) added")) }
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

/// A record that the server does not have yet, as it survives the end of the program.
private struct KeptEntry: Codable {
    let text: String
    let server: String
    let reason: String
    let isSafe: Bool

    init(_ entry: OutgoingEntry) {
        (text, server) = (entry.text, entry.server)
        switch entry.state {
        case .failed(let reason, let isSafe): (self.reason, self.isSafe) = (reason, isSafe)
        case .waiting: (reason, isSafe) = (translated("The app was closed before this was added."), true)
        case .sending:
            reason = translated("This may have been added. Check the list before you try again.")
            isSafe = false
        }
    }

    func entry(_ id: Int) -> OutgoingEntry {
        OutgoingEntry(id: id, text: text, server: server, state: .failed(reason: reason, isSafe: isSafe))
    }
}

/// A record that was added from the entry over a list, and that the server does not have yet.
public struct OutgoingEntry: Equatable, Identifiable, Sendable {
    public enum State: Equatable, Sendable {
        /// It is sent after those before it.
        case waiting
        case sending
        /// - `reason`: why the server does not have it, in words.
        /// - `isSafe`: true where the server cannot have it, so that it may be sent again unasked.
        case failed(reason: String, isSafe: Bool)
    }

    public let id: Int
    public let text: String
    /// The server that was signed in to when it was typed.
    var server: String
    public internal(set) var state: State

    /// What is shown under the text.
    public var words: String {
        switch state {
        case .waiting: translated("Waiting…")
        case .sending: translated("Sending…")
        case .failed(let reason, _): reason
        }
    }

    public var isFailed: Bool { if case .failed = state { true } else { false } }

    /// True where it is sent again with the next one.
    var isSafe: Bool { if case .failed(_, true) = state { true } else { false } }
}
