import DirectoryModel
import DirectorySync

/// Two versions, where others changed the same fields while the form was open.
extension FormScreen {
    /// What was picked of both versions takes the place of the one that others made.
    /// - Returns: the record as it was saved, or nil where it was not.
    func savePicked() async -> R? {
        guard let both = merge, let theirs = both.theirs else { return nil }
        merge = nil
        let picked = both.merged(under: both.mine.key)
        return await saving { [keeper] () throws(SyncProblem) in
            try await keeper.save(from: theirs, to: picked)
        }
    }

    /// Nothing is picked: the form stays as it is.
    func pickNothing() { merge = nil }
}
