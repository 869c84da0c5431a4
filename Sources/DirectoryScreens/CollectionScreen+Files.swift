import DirectoryModel
import DirectoryStore
public import Foundation

/// Lists in files: taking them in, and the one in the sandbox.
extension CollectionScreen {
    /// Load from Disk: the sandbox file if it exists, otherwise the list that ships with the program.
    public func loadFromDiskTapped() async {
        guard canTakeOver, R.bundled != nil else { return }
        isLoading = true
        defer { isLoading = false }
        let store = store
        let result = await offMain { () throws(StoreProblem) in try store.loadFromDisk(R.self) }
        takenOver(result, "loaded")
    }

    /// Takes in the list in a file that somebody brought along.
    public func importChosen(_ file: URL) async {
        guard canTakeOver, R.home.canImport else { return }
        isLoading = true
        defer { isLoading = false }
        let store = store
        let result = await offMain { () throws(StoreProblem) in
            let summary = try store.load(ListFile<R>(file, isStrict: true), .update)
            try store.saveFile(of: R.self)
            return summary
        }
        takenOver(result, "read")
    }

    private func takenOver(_ result: Result<ChangeSummary, StoreProblem>, _ done: String) {
        switch result {
        case .success(let summary):
            let setAside = summary.setAside > 0 ? (try? store.setAside(R.self)) ?? [] : []
            toast = Toast(
                text: "\(R.collection.counted(summary.arrived)) \(done): \(summary.words)", details: setAside,
                offersUndo: summary.isChange)
        case .failure(let problem): toast = Toast(text: problem.description)
        }
    }

    /// Writes the sandbox's JSON file; what went wrong is said.
    func saveFile() async {
        guard R.sandboxFile != nil else { return }
        let store = store
        let result = await offMain { () throws(StoreProblem) in try store.saveFile(of: R.self) }
        if case .failure(let problem) = result { toast = Toast(text: problem.description) }
    }
}
