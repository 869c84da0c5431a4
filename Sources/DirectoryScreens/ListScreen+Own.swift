import DirectoryModel
import DirectoryStore

/// One's own record, which the list shows first.
extension ListScreen {
    /// The key of one's own record, or nil where it is not here.
    public var ownKey: Int? { own?.key }

    /// Follows which record is one's own.
    /// - Parameter owner: whose record it is where none is marked.
    func observeOwn(owner: String) {
        guard R.definition.owner != nil, ownObservation?.owner != owner else { return }
        ownObservation = (owner, store.observeOwn(of: R.self, owner: owner) { [weak self] in self?.own = $0 })
    }
}
