import Language

extension DirectoryScreen {
    /// The keys of Undo or Redo: where there is not a change to undo or redo, that is said.
    public func undoKeysPressed(_ id: ActionID) {
        guard !perform(id), !open.state.form.isOpen else { return }
        open.say(id == .redo ? translated("No changes to redo") : translated("No changes to undo"))
    }
}
