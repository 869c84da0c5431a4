import DirectoryModel
import DirectoryStore
import DirectorySync
import Language
public import Observation

/// The entry above a list, which adds a record from one field, and the records the server does not have yet.
@MainActor @Observable
public final class QuickEntryScreen {
    public private(set) var text = ""
    /// Records that are not on the server yet, oldest first; stored between sessions.
    public private(set) var outgoing: [OutgoingEntry] {
        didSet { if outgoing != oldValue { stored.set(outgoing.isEmpty ? nil : outgoing.map(StoredEntry.init)) } }
    }
    @ObservationIgnored let stored: SettingWriter<[StoredEntry]>
    @ObservationIgnored private unowned let screen: CollectionScreen
    @ObservationIgnored private var isSending = false

    init(_ screen: CollectionScreen) {
        self.screen = screen
        stored = SettingWriter("outgoing-\(screen.info.name)", in: screen.store)
        let left = screen.definition.quickEntry == nil ? [] : stored.stored ?? []
        outgoing = left.enumerated().map { $1.entry($0) }
    }

    private var definition: Definition { screen.definition }
    private var server: String { screen.preferences.signIn.server }

    public var isOffered: Bool { definition.quickEntry != nil && screen.home.canAdd }

    public var placeholder: String { translated("Add a \(screen.info.one)") }

    public func typed(_ text: String) { self.text = text }

    /// Sends the entry's record after those waiting.
    public func addTapped() {
        guard let field = definition.quickEntry?.key, !text.trimmed.isEmpty else { return }
        let form = form(of: text, in: field)
        guard form.checkedRecord() != nil else {
            text = form.entry(field)?.text ?? text
            return screen.notify(form.entry(field)?.note?.sentence ?? "")
        }
        sendSafeAgain()
        append(text.trimmed, server, .waiting)
        text = ""
        send()
    }

    /// Sends a failed record again to the current server, with those around it that are safe to resend.
    public func tryAgainTapped(_ id: Int) {
        change(id) { entry in
            guard entry.isFailed else { return }
            entry.state = .waiting
            entry.server = server
        }
        sendSafeAgain()
        send()
    }

    private func sendSafeAgain() {
        for index in outgoing.indices where outgoing[index].isSafe { outgoing[index].state = .waiting }
    }

    /// Discards a record that is not being sent.
    public func discardTapped(_ id: Int) {
        outgoing.removeAll { $0.id == id && $0.state != .sending }
        send()
    }

    /// Keeps records added to the sample list as failed; returns once they are stored.
    func restore(_ texts: [String]) async {
        let reason = translated("This was in the sample class’s list.")
        for text in texts { append(text, "", .failed(reason: reason, isSafe: false)) }
        await stored.finish()
    }

    private func append(_ text: String, _ server: String, _ state: OutgoingEntry.State) {
        outgoing.append(OutgoingEntry(id: (outgoing.last?.id ?? 0) + 1, text: text, server: server, state: state))
    }

    private func form(of text: String, in field: String) -> FormScreen {
        let form = FormScreen(
            Record(definition, key: 0), purpose: .add, isOwn: false, repository: screen.repository,
            emojis: screen.emojis)
        // Only a form can offer to remove HTML, and to keep it.
        form.fieldsKeepingHTML = [field]
        form.typed(text, in: field)
        return form
    }

    private func change(_ id: Int, _ body: (inout OutgoingEntry) -> Void) {
        if let index = outgoing.firstIndex(where: { $0.id == id }) { body(&outgoing[index]) }
    }

    private func send() {
        // Records behind a failed one wait for it.
        guard !isSending, let first = outgoing.first(where: { $0.state == .waiting || $0.isSafe }), !first.isFailed
        else { return }
        isSending = true
        screen.run { [self] in
            defer { isSending = false }
            do throws(SyncError) {
                try await screen.change { () throws(SyncError) in try await sendWaiting() }
            } catch {
                guard let first = outgoing.first(where: { $0.state == .waiting }) else { return }
                change(first.id) { $0.state = .failed(reason: error.description, isSafe: true) }
            }
        }
    }

    /// - Throws: a problem that requires signing in; unsent records wait.
    private func sendWaiting() async throws(SyncError) {
        while let next = outgoing.first(where: { $0.state == .waiting }) {
            guard next.server == server else {
                let reason = translated("This was not added because you are now connected to another server.")
                change(next.id) { $0.state = .failed(reason: reason, isSafe: false) }
                continue
            }
            guard try await isSent(next) else { return }
        }
    }

    /// - Returns: false if the next ones would fail too.
    private func isSent(_ entry: OutgoingEntry) async throws(SyncError) -> Bool {
        guard let field = definition.quickEntry?.key,
            let record = form(of: entry.text, in: field).checkedRecord()
        else {
            discardTapped(entry.id)
            return true
        }
        change(entry.id) { $0.state = .sending }
        // After a crash, it must not be sent again without asking.
        await stored.finish()
        do throws(SyncError) {
            let saved = try await screen.repository.add(record)
            outgoing.removeAll { $0.id == entry.id }
            if let saved = saved.record { screen.notify(translated("\(saved.displayName) added")) }
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

/// An unsent record as stored between sessions.
struct StoredEntry: Codable, Sendable {
    let text: String
    let server: String
    let reason: String
    let isSafe: Bool

    init(_ entry: OutgoingEntry) {
        text = entry.text
        server = entry.server
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

/// A record from the entry that is not on the server yet.
public struct OutgoingEntry: Equatable, Identifiable, Sendable {
    public enum State: Equatable, Sendable {
        case waiting
        case sending
        /// - `reason`: why it failed, in words.
        /// - `isSafe`: true if the server cannot have it, so that it can be sent again without asking.
        case failed(reason: String, isSafe: Bool)
    }

    public let id: Int
    public let text: String
    /// The server when it was typed.
    var server: String
    public internal(set) var state: State

    public var stateText: String {
        switch state {
        case .waiting: translated("Waiting…")
        case .sending: translated("Sending…")
        case .failed(let reason, _): reason
        }
    }

    public var isFailed: Bool { if case .failed = state { true } else { false } }

    var isSafe: Bool { if case .failed(_, true) = state { true } else { false } }
}
