/// Leaving what is open.
extension DirectoryScreen {
    /// Esc: stops what the first page waits for, or leaves the form, or else ends selecting, or else goes back to the
    /// list, or else ends the search.
    public func leaveTapped() {
        if isWelcoming, welcome.leaveTapped() { return }
        if open.state.form.isOpen {
            open.editing.cancelTapped()
        } else if open.several.isOn {
            open.several.endTapped()
        } else if !open.list.searchText.isEmpty, host?.showsDetailAlone != true {
            open.list.searchStopped()
        } else {
            backTapped()
        }
    }

    /// Goes back to the list from what is shown in its place.
    public func backTapped() {
        if isWelcoming { welcome.putAsideTapped() }
        open.editing.backTapped()
    }
}
