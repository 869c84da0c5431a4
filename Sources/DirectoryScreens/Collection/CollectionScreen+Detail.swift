import DirectoryModel
import DirectoryStore
import DirectorySync
import Language

extension CollectionScreen {
    /// The actions shown as large buttons, in order. The header has Edit and Favorite.
    public var acts: [ActionID] {
        guard let content = detail.content else { return [] }
        let offered: [(ActionID, Bool)] = [
            (.email, content.mailAddress != nil), (.copyEmail, content.email != nil), (.showCode, definition.hasCards),
            (.share, definition.hasCards), (.toggle, definition.hasToggle),
        ]
        return offered.filter(\.1).map(\.0)
    }

    /// Shown when no record is open; nil if the list's empty page says it.
    public var noRecordWords: (title: String, body: String)? {
        let count = detail.selectedCount
        if count > 1 {
            return (
                translated("\(definition.collection.inHeadings(count)) Selected"),
                translated("Use the buttons below the list.")
            )
        }
        return list.emptyState == nil ? (definition.collection.selectTitle, "") : nil
    }

    public var isOwnOpen: Bool { detail.content.map { $0.header.key == list.ownKey } ?? false }

    /// True if the open record was edited here and not uploaded.
    public var isUnpublishedOpen: Bool { detail.content.map { list.unpublishedKeys.contains($0.header.key) } ?? false }

    /// Opens the user's own record and scrolls to it.
    /// - Returns: false without one.
    @discardableResult
    public func openOwn() -> Bool { ownKey.map(open(key:)) ?? false }

    public func openOrOfferOwn() {
        guard !openOwn() else { return }
        presenter.ask(
            Alert(
                title: translated("Create Your Record?"),
                message: translated("You have no record in this list. Create one, fill it in, and upload it."),
                cancelLabel: translated("Cancel"), confirmLabel: translated("Create My Record"), isDestructive: false
            ) { [weak self] in if $0 { self?.makeOwn() } })
    }

    private func makeOwn() {
        do throws(StoreError) {
            _ = try store[.people].makeOwnIfAbsent(netid: preferences.ownNetID)
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

    public func copyEmailTapped() {
        guard !several.isOn else { return several.copyTapped() }
        guard let email = detail.content?.email else {
            if detail.isRecordShown { presenter.say(translated("No email address")) }
            return
        }
        presenter.say(translated("Copied \(email)"))
        presenter.copy(email)
    }

    /// Follows a link: shows all records with the same value, or starts another program.
    public func follow(_ target: DetailTarget) {
        switch target {
        case .search(let text): editing.leaveForm { [self] in showSame(text) }
        case .group(let key): groups.openTapped(key)
        case .address(let address, let value, _):
            Task { [weak self] in
                guard let self, await !presenter.openAddress(address) else { return }
                toast = Toast(text: target.failure, recovery: .copy(value))
            }
        }
    }

    private func showSame(_ text: String) {
        list.looks.queryChosen(0)
        list.show(group: nil)
        list.searchFollowed(text)
        closeDetail()
    }

    /// - Returns: the record's sentences, for the clipboard.
    public func copySummaryTapped() -> String {
        say(translated("Copied"))
        return detail.content?.summary ?? ""
    }

    /// Opens the form with the keyboard focus on Upload.
    public func unpublishedTapped() {
        editing.editTapped()
        editing.form?.isUploadWanted = true
    }
}
