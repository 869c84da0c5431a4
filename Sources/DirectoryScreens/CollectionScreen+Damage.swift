import DirectoryModel
import DirectoryStore
import Language

/// What is done where the directory's own file turns out to be damaged.
extension CollectionScreen {
    /// Reads everything once, behind what is shown, and brings the sandbox's JSON file up to date where the program
    /// that changed the list ended before it could.
    func checkDisk() {
        guard !isDiskChecked else { return }
        isDiskChecked = true
        let store = store
        Task {
            let checked = Task.detached(priority: .background) {
                Result { () throws(StoreError) in
                    try store.verify(R.self)
                    try store.saveFileIfOlder(of: R.self)
                }
            }
            if case .failure(let problem) = await checked.value { told(problem) }
        }
    }

    /// Says what went wrong; where it is damage, asks whether to restore what is damaged, once a session.
    func told(_ problem: StoreError) {
        guard problem.isDamage else { return toast = Toast(text: problem.description) }
        if problem != damagePutOff, problem != damage { damage = problem }
    }

    /// What is damaged, as the question whether to restore it, or nil.
    public var damageQuestion: String? {
        damage.map {
            translated(
                "\($0.message) People are taken from people.json, the other lists from what can still be read. The damaged file is kept beside it."
            )
        }
    }

    /// - Parameter isYes: false leaves everything as it is.
    public func restoreAnswered(_ isYes: Bool) {
        guard let asked = damage else { return }
        damage = nil
        if isYes { restoreTapped() } else { damagePutOff = asked }
    }

    /// Restores what is damaged, and says what became of it.
    public func restoreTapped() {
        changesUnderWay += 1
        let store = store
        Task {
            defer { changesUnderWay -= 1 }
            switch await runInBackground({ () throws(StoreError) in try store.restore() }) {
            case .success(let restored):
                damagePutOff = nil
                toast = Toast(text: restored?.words ?? translated("Nothing is damaged, so nothing was changed."))
            case .failure(let problem): toast = Toast(text: problem.description)
            }
            list.tryAgainTapped()
        }
    }
}
