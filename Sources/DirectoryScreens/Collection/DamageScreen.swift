import DirectoryModel
import DirectoryStore
import Language

/// Handles damage to the directory's own file.
@MainActor
public final class DamageScreen: CollectionPart {
    private var isChecked = false
    /// The damage that the user declined to repair; not asked about again.
    private var asked: StoreError?
    private var isAsking = false

    /// Verifies the store in the background, and updates the sandbox's JSON file if the program ended before it could.
    func check() {
        guard !isChecked else { return }
        isChecked = true
        let collection = collection
        Task {
            let checked = Task.detached(priority: .background) {
                Result { () throws(StoreError) in
                    try collection.verify()
                    try collection.saveFileIfOlder()
                }
            }
            if case .failure(let problem) = await checked.value { told(problem) }
        }
    }

    /// Shows a problem; asks once per session whether to repair damage.
    func told(_ problem: StoreError) {
        guard problem.isDamage else { return presenter.say(problem.description) }
        guard problem != asked, !isAsking else { return }
        asked = problem
        isAsking = true
        presenter.ask(
            Alert(
                title: translated("The Directory Is Damaged"),
                message: translated(
                    """
                    \(problem.message) People are restored from people.json, and other lists as far as they can be \
                    read. The damaged file is kept.
                    """
                ), cancelLabel: translated("Not Now"), confirmLabel: EmptyState.restoreLabel, isDestructive: false
            ) { [weak self] in
                self?.isAsking = false
                if $0 { self?.restoreTapped() }
            })
    }

    /// Repairs the damage and shows the result.
    public func restoreTapped() {
        asked = nil
        let store = store
        work.count { [self] in
            switch await runInBackground({ () throws(StoreError) in try store.restore() }) {
            case .success(let done):
                asked = nil
                presenter.say(done?.words ?? translated("No damage was found, so no changes were made."))
            case .failure(let problem): presenter.say(problem.description)
            }
            list.tryAgainTapped()
        }
    }
}
