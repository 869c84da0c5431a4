import DirectoryModel
import DirectoryScreens
import DirectoryWidgets
import GtkKit
import Language

/// A pane in its own window.
@MainActor
protocol OverlayPane: AnyObject {
    var window: Window { get }
}

extension MergePane: OverlayPane {}
extension PublishPane: OverlayPane {}
extension PreviewPane: OverlayPane {}
extension RejectedElementsPane: OverlayPane {}
extension RosterPane: OverlayPane {}
extension LearnPane: OverlayPane {}
extension CodePane: OverlayPane {}
extension EmailsPane: OverlayPane {}

/// Opens over a collection's window what its screen has open; questions belong to the `QuestionsPane`.
extension CollectionPane {
    var front: Window { opened?.window ?? window }

    /// Opens what the screen has open, and closes what it no longer has open.
    func openDestination() {
        guard let id = screen.destinationID, id != openedID else { return close() }
        close()
        openedID = id
        if let destination = screen.destination { opened = open(destination, id) }
    }

    private func close() {
        guard screen.destinationID != openedID else { return }
        let window = opened?.window
        (opened, openedID) = (nil, nil)
        window?.close()
    }

    /// The user closed what is open.
    /// - Parameter answer: passes the answer to the screen, where closing is not enough.
    private func closed(_ id: Int, _ answer: ((CollectionScreen<R>) async -> Void)? = nil) {
        guard id == openedID else { return }
        opened = nil
        guard id == screen.destinationID else { return }
        guard let answer else { return screen.destination = nil }
        Task { [screen] in await answer(screen) }
    }

    private func open(_ destination: CollectionDestination<R>, _ id: Int) -> (any OverlayPane)? {
        let closed: @MainActor () -> Void = { [weak self] in self?.closed(id) }
        switch destination {
        case .alert: return nil
        case .merge(let shown): return open(shown, id)
        case .publish(let shown): return PublishPane(screen: shown, over: window) { [weak self] in self?.opened = nil }
        case .preview(let shown):
            host.dismissToast()
            return PreviewPane(screen: shown.preview, over: window) { [weak self] applies in
                self?.closed(id) { await $0.files.importAnswered(applies: applies) }
            }
        case .rejected(let shown): return RejectedElementsPane(screen: shown, over: window, closed: closed)
        case .roster(let shown): return RosterPane(screen: shown, over: window, closed: closed)
        case .learn(let shown): return LearnPane(screen: shown, over: window, closed: closed)
        case .emails(let shown): return EmailsPane(screen: shown, over: window, closed: closed)
        case .code(let card): return CodePane(card: card, over: window, closed: closed)
        case .shareFile(let card, let row): chooseShare(card, row: row, then: closed)
        case .importFile: chooseImport(then: closed)
        case .exportFile: chooseExport(then: closed)
        }
        return nil
    }

    /// Both versions of a record that others changed while its form was open.
    private func open(_ shown: MergeScreen<R>, _ id: Int) -> MergePane<R> {
        MergePane(
            screen: shown, over: window, title: translated("Two Versions"),
            body: translated(
                "Someone else changed \(shown.title) while you were editing. Choose which values to keep.")
        ) { [weak self] isPicked in
            self?.closed(id) { await $0.editing.mergeAnswered(isPicked: isPicked) }
        }
    }

    private func chooseImport(then closed: @escaping @MainActor () -> Void) {
        FileChooser.present(
            over: window, title: translated("Import \(R.collection.title)"), accept: translated("Import"),
            filters: [.lists, .all]
        ) { [screen] file in
            closed()
            if let file { Task { await screen.files.importChosen(file) } }
        }
    }

    private func chooseShare(_ card: RecordCard, row: Int64, then closed: @escaping @MainActor () -> Void) {
        FileChooser.save(
            over: window, title: translated("Share \(card.title)"), name: card.fileName, filters: [.cards, .all]
        ) { [screen] file in
            closed()
            if let file { Task { await screen.files.shareChosen(file, row: row) } }
        }
    }

    private func chooseExport(then closed: @escaping @MainActor () -> Void) {
        FileChooser.save(
            over: window, title: translated("Export \(R.collection.title)"), name: screen.files.exportName,
            filters: [.cards, .tables, .json, .all]
        ) { [screen] file in
            closed()
            if let file { Task { await screen.files.exportChosen(file) } }
        }
    }
}
