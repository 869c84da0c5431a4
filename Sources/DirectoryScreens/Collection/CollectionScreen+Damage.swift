import DirectoryModel
import DirectoryStore
import DirectorySync
import Language

/// What a screen remembers about damage to the directory's file.
struct DamageState {
    var isChecked = false
    /// True once the damage was reported in this session; the question is not repeated.
    var wasReported = false
    var isAsking = false
}

/// Damage to the directory's own file.
extension CollectionScreen {
    /// Verifies the store in the background, and updates the sandbox's JSON file if the program ended before it could.
    /// Both read every record, so the search is prepared first.
    func checkForDamage() {
        guard !damageState.isChecked else { return }
        damageState.isChecked = true
        let collection = collection
        Task {
            await list.searchReady()
            let checked = Task.detached(priority: .background) {
                Result { () throws(StoreError) in
                    try collection.verify()
                    try collection.saveFileIfOlder()
                }
            }
            if case .failure(let problem) = await checked.value { reportDamage(problem) }
        }
    }

    /// Shows a problem; asks once per session whether to repair damage.
    func reportDamage(_ problem: StoreError) {
        guard problem.isDamage else { return notify(problem.description) }
        guard !damageState.wasReported, !damageState.isAsking else { return }
        damageState.wasReported = true
        damageState.isAsking = true
        let question = Alert(
            title: translated("The Directory Is Damaged"),
            message: translated(
                """
                \(problem.message) People are restored from people.json, and other lists as far as they can be \
                read. The damaged file is kept.
                """
            ), cancelLabel: translated("Not Now"), confirmLabel: EmptyState.restoreLabel, isDestructive: false)
        Task.immediate {
            let repairs = await confirm(question)
            damageState.isAsking = false
            if repairs { restoreTapped() }
        }
    }

    /// Repairs the damage and shows the result.
    public func restoreTapped() {
        damageState.wasReported = false
        Task.immediate {
            await perform { [self] () throws(SyncError) in
                let done = try await inStore { [store] () throws(StoreError) in try store.restore() }
                damageState.wasReported = false
                return Toast(text: done?.text ?? translated("No damage was found, so no changes were made."))
            }
            list.tryAgainTapped()
        }
    }
}
