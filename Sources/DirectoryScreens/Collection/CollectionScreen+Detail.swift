import DirectoryModel
import DirectoryStore
import DirectorySync
import Language

/// What the user does on the page of a record.
extension CollectionScreen {
    /// The actions that the page offers as large buttons, in order; Edit and Favorite are in the header over it.
    public var acts: [ActionID] {
        guard let content = detail.content else { return [] }
        let offered: [(ActionID, Bool)] = [
            (.email, content.mailAddress != nil), (.copyEmail, content.email != nil), (.showCode, recordType.hasCards),
            (.share, recordType.hasCards), (.toggle, recordType.hasToggle),
        ]
        return offered.filter(\.1).map(\.0)
    }

    /// What is said in the place of a record, where none is open; nil where the list says that it is empty.
    public var noRecordWords: (title: String, body: String)? {
        let count = detail.selectedCount
        if count > 1 {
            return (
                translated("\(collection.inHeadings(count)) Selected"), translated("Use the buttons below the list.")
            )
        }
        return list.emptyState == nil ? (collection.selectTitle, "") : nil
    }

    public var isOwnOpen: Bool { detail.content.map { $0.header.key == list.ownKey } ?? false }

    /// True where the record that is open was edited here and not uploaded.
    public var isUnpublishedOpen: Bool { detail.content.map { list.unpublishedKeys.contains($0.header.key) } ?? false }

    /// Opens one's own record, and brings it into view in the list.
    /// - Returns: false where there is not one.
    @discardableResult
    public func openOwn() -> Bool { ownKey.map(open(key:)) ?? false }

    /// Opens the user’s own record, or offers to create it.
    public func openOrOfferOwn() {
        guard !openOwn() else { return }
        presenter.ask(
            Alert(
                title: translated("Create Your Record?"),
                message: translated("You have no record in this list. Create one, fill it in, and upload it."),
                cancel: translated("Cancel"), confirm: translated("Create My Record"), isDestructive: false
            ) { [weak self] in if $0 { self?.makeOwn() } })
    }

    private func makeOwn() {
        do throws(StoreError) {
            _ = try store.makeOwnIfAbsent(netid: preferences.ownNetID)
            openOwn()
        } catch { say(error.description) }
    }

    public func emailTapped() {
        guard !several.isOn else { return several.emailTapped() }
        guard let content = detail.content, let address = content.mailAddress, let email = content.email else {
            return copyEmailTapped()
        }
        follow(.address(address, value: email, .mail))
    }

    /// Goes where a value leads: to all records with the same one, or to another program, and says so where no program
    /// opens it.
    public func follow(_ target: DetailTarget) {
        switch target {
        case .search(let text): editing.leaveForm { [self] in showSame(text) }
        case .address(let address, let value, _):
            Task { [weak self] in
                guard let self, await !presenter.openAddress(address) else { return }
                toast = Toast(text: target.failure, recovery: .copy(value))
            }
        }
    }

    /// Types the search for all records with the same value; a narrow window shows the list.
    private func showSame(_ text: String) {
        list.queryChosen(0)
        list.searchFollowed(text)
        closeDetail()
    }

    /// The sentences about the open record, for the clipboard.
    public func copySummaryTapped() -> String {
        say(translated("Copied"))
        return detail.content?.summary ?? ""
    }

    /// Opens Edit with the keyboard on Upload.
    public func unpublishedTapped() {
        editing.editTapped()
        editing.form?.isUploadWanted = true
    }
}
