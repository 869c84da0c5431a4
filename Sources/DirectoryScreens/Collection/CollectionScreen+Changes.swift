import DirectoryModel
import DirectoryStore
import DirectorySync

/// The one way to make changes.
extension CollectionScreen {
    /// A form opened or closed; reviews and questions of all collections wait for it.
    func formChanged() {
        presenter.isFormOpen = editing.isOpen
        directory?.formChanged()
    }

    /// Makes a change after those requested before, and shows its result, or why it was not made.
    /// - Parameters:
    ///   - title: the progress of a long change.
    ///   - count: the number of records that it changes.
    ///   - explain: shows why it was not made; nil for a toast.
    ///   - body: returns what to show, or nil. It must not perform another change, which would wait for its end.
    /// - Returns: true if it was made.
    @discardableResult
    func perform(
        _ title: String = "", of count: Int = 0, onFailure explain: ((SyncError) -> Void)? = nil,
        _ body: @escaping @MainActor () async throws(SyncError) -> Toast?
    ) async -> Bool {
        do throws(SyncError) {
            let toast = try await change { () throws(SyncError) in
                guard count >= Self.longCount, canReplaceList else { return try await body() }
                return try await work.run(.working(title, canCancel: true)) { _ throws(SyncError) in try await body() }
            }
            if let toast { self.toast = toast }
            storeChanged()
            return true
        } catch {
            // Preferences showed why.
            if !error.asksForSignIn { (explain ?? showFailure)(error) }
            storeChanged()
            return false
        }
    }

    private func showFailure(_ error: SyncError) {
        toast = Toast(text: error.description, recovery: RecoveryAction(error, again: nil))
    }

    /// Changes of this many records show their progress and can be canceled.
    private static var longCount: Int { 500 }

    /// Runs `body` after the changes requested before. If the server requires a sign-in, asks the user, and tries
    /// again, but not on another server: there, the change would be made to another list.
    func change<T>(_ body: @MainActor () async throws(SyncError) -> T) async throws(SyncError) -> T {
        do throws(SyncError) { return try await changeOnce(body) } catch {
            let server = preferences.signIn.server
            guard error.asksForSignIn, await preferences.signIn(because: .why(error, to: .other)), !server.isEmpty,
                server == preferences.signIn.server
            else { throw error }
            return try await changeOnce(body)
        }
    }

    private func changeOnce<T>(
        _ body: @MainActor () async throws(SyncError) -> T
    ) async throws(SyncError) -> T {
        let result = try await work.inOrder(body)
        if home.isHosted { notice = nil }
        return result
    }

    /// Runs `body` up to its first suspension at once. The screen lives until it ends, because its parts do not
    /// retain it.
    func run(_ body: @escaping @MainActor () async -> Void) {
        Task.immediate { [self] in
            await body()
            withExtendedLifetime(self) {}
        }
    }

    /// Runs `body` once the form is closed, unless the user keeps it.
    func afterForm(_ body: @escaping @MainActor () async -> Void) {
        run { [self] in if await editing.leaveForm() { await body() } }
    }

    /// Asks once nothing else is open.
    /// - Returns: true if the user confirms.
    func confirm(_ question: Alert) async -> Bool { await presenter.ask(question) == .confirm }
}
