import DirectoryModel
import DirectoryScreens
import GtkKit
import Language

/// Asks what the open collection's screen wants to know: leave a form, go on with a draft, delete everything,
/// restore a damaged file.
@MainActor
final class QuestionsPane {
    private let screen: DirectoryScreen
    private let window: Window
    private(set) var question: Window?

    init(screen: DirectoryScreen, window: Window) {
        self.screen = screen
        self.window = window
    }

    /// Opens the question that is to be asked, once whatever draws is done.
    func draw() {
        let open = screen.open
        if open.isAskingToLeave { MainLoop.idle { [weak self] in self?.askToLeave() } }
        if open.isAskingToClear { MainLoop.idle { [weak self] in self?.askToClear() } }
        if open.damageQuestion != nil { MainLoop.idle { [weak self] in self?.askToRestore() } }
        if open.keptQuestion != nil { MainLoop.idle { [weak self] in self?.askToRemoveKept() } }
        if let lookup = open.lookup { MainLoop.idle { [weak self] in self?.tell(lookup) } }
    }

    /// Asks what to do with what was being typed when the program ended.
    func askAboutDraft() {
        let open = screen.open
        guard let words = open.draftQuestion else { return }
        ask(
            title: translated("Continue Where You Stopped?"), body: words,
            [
                Answer(
                    id: "continue", label: translated("Continue Editing"), style: .suggested, isCancel: true,
                    isDefault: true),
                Answer(id: "discard", label: translated("Discard"), style: .destructive),
            ]
        ) { open.draftAnswered(continues: $0 != "discard") }
    }

    private func askToLeave() {
        let open = screen.open
        guard open.isAskingToLeave else { return }
        ask(
            title: translated("Leave Without Saving?"), body: translated("What you changed is not saved yet."),
            [
                Answer(id: "keep", label: translated("Keep Editing"), isCancel: true, isDefault: true),
                Answer(id: "discard", label: translated("Discard"), style: .destructive),
            ]
        ) { open.leaveAnswered(discards: $0 == "discard") }
    }

    private func askToClear() {
        let open = screen.open
        guard open.isAskingToClear else { return }
        ask(
            title: translated("Delete All \(open.collection.title)?"),
            body: translated("Everybody’s \(open.collection.many) are deleted on the server. This cannot be undone."),
            [
                Answer(id: "keep", label: translated("Cancel"), isCancel: true, isDefault: true),
                Answer(id: "delete", label: translated("Delete All"), style: .destructive),
            ]
        ) { open.clearAnswered($0 == "delete") }
    }

    private func askToRestore() {
        let open = screen.open
        guard let words = open.damageQuestion else { return }
        ask(
            title: translated("The Directory’s File Is Damaged"), body: words,
            [
                Answer(id: "later", label: translated("Not Now"), isCancel: true),
                Answer(id: "restore", label: EmptyState.restoreLabel, style: .suggested, isDefault: true),
            ]
        ) { open.restoreAnswered($0 == "restore") }
    }

    private func askToRemoveKept() {
        let open = screen.open
        guard let words = open.keptQuestion else { return }
        ask(
            title: translated("Remove What the Server No Longer Has?"), body: words,
            [
                Answer(id: "keep", label: translated("Keep"), isCancel: true, isDefault: true),
                Answer(id: "remove", label: translated("Remove"), style: .destructive),
            ]
        ) { open.keptAnswered(removes: $0 == "remove") }
    }

    private func tell(_ lookup: Lookup) {
        guard question == nil, screen.open.lookup == lookup else { return }
        screen.open.lookupShown()
        ask(
            title: lookup.title, body: lookup.answer,
            [Answer(id: "dismiss", label: translated("Dismiss"), isCancel: true, isDefault: true)]
        ) { _ in }
    }

    /// Asks, unless another question is open; what is still to be asked is asked after its answer.
    private func ask(title: String, body: String, _ answers: [Answer], then: @escaping @MainActor (String) -> Void) {
        guard question == nil else { return }
        question = Question.present(over: window, title: title, body: body, answers: answers) { [weak self] answer in
            self?.question = nil
            then(answer)
            MainLoop.idle { [weak self] in self?.askFurther() }
        }
    }

    private func askFurther() {
        // A window that closes answers its question too.
        guard window.isMapped else { return }
        askAboutDraft()
        draw()
    }
}
