import DirectoryModel
import DirectoryStore
import DirectorySync
import Language

extension CollectionScreen {
    /// The actions shown as large buttons, in order. The header has Edit and Favorite.
    public var actions: [ActionID] {
        guard let content = detail.content else { return [] }
        let offered: [(ActionID, Bool)] = [
            (.email, content.mailAddress != nil), (.copyEmail, content.email != nil), (.showCode, definition.hasCards),
            (.share, definition.hasCards), (.toggle, definition.hasToggle),
        ]
        return offered.filter(\.1).map(\.0)
    }

    /// Shown when no record is open; nil if the list's empty page says it.
    public var noRecordMessage: (title: String, body: String)? {
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
        let question = Alert(
            title: translated("Create Your Record?"),
            message: translated("You have no record in this list. Create one, fill it in, and upload it."),
            cancelLabel: translated("Cancel"), confirmLabel: translated("Create My Record"), isDestructive: false)
        Task.immediate {
            guard await confirm(question) else { return }
            await perform { [self] () throws(SyncError) in
                let netid = preferences.ownNetID
                _ = try await inStore { [store] () throws(StoreError) in
                    try store[.people].makeOwnIfAbsent(netid: netid)
                }
                openOwn()
                return nil
            }
        }
    }

    /// Follows a link: shows all records with the same value, or starts another program.
    public func follow(_ target: DetailTarget) {
        switch target {
        case .search(let text): afterForm { [self] in showSame(text) }
        case .group(let key): groups.openTapped(key)
        case .address(let address, let value, _):
            Task { [weak self] in
                guard let self, await !openAddress(address) else { return }
                toast = Toast(text: target.failure, recovery: .copy(value))
            }
        }
    }

    private func showSame(_ text: String) {
        list.looks.queryChosen(0)
        list.show(group: nil)
        list.searchFollowed(text)
        detail.isDetailOpen = false
    }

    /// - Returns: the text for the clipboard.
    public func copyTapped(_ line: DetailContent.Line) -> String {
        notify(translated("Copied \(line.label)"))
        return line.copied
    }

    /// - Returns: the text for the clipboard.
    public func copyTapped(_ part: DetailValue) -> String {
        notify(translated("Copied \(part.copied.line(cutAt: 100))"))
        return part.copied
    }

    /// - Returns: the record's sentences, for the clipboard.
    public func copySummaryTapped() -> String {
        notify(translated("Copied"))
        return detail.shownSummary
    }

    /// Opens the form with the keyboard focus on Upload.
    public func unpublishedTapped() {
        editing.editTapped()
        editing.form?.isUploadWanted = true
    }
}
