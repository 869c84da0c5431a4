import DirectoryScreens
import DirectoryWidgets
import GtkKit
import Language

/// Draws a `WelcomeScreen`: the first page, in the place of a record.
@MainActor
final class WelcomePane {
    let widget: ScrolledWindow
    private let screen: WelcomeScreen
    private let form: SignInForm
    private let progress: ProgressRow
    /// What messages are never shown over.
    private(set) var keptClear: [Widget] = []
    private let sample = Button(label: translated("Look Around with a Sample Class"))
    private let file = Button(label: translated("Open a File…"))

    /// - Throws: `Builder.Failure` where a description does not contain what it must.
    init(screen: WelcomeScreen) throws {
        self.screen = screen
        form = try SignInForm(screen: screen.preferences, label: translated("Download Class"))
        progress = ProgressRow(isDownload: true) { [screen] in screen.cancelTapped() }
        let content = Box(.vertical, spacing: 24).aligned(vertically: .center)
        widget = ScrolledWindow(child: Clamp(maximumWidth: 440, child: content))
        content.setMargins(top: 24, start: 18, bottom: 24, end: 18)
        keptClear = [card(), others()]
        for part in [heading()] + keptClear { content.append(part) }
        form.assignKeys()
        form.onConnect { [screen] in Task { await screen.connectTapped() } }
        sample.onClicked { [screen] in Task { await screen.sampleTapped() } }
        file.onClicked { [screen] in screen.openFileTapped() }
        redraw(self) { $0.draw() }
    }

    private func heading() -> Widget {
        let title = Label.centered(translated("Welcome")).styled("title-1")
        let sentence = Label.centered(translated("Everyone in your class, with a face and a name.")).styled("dim-label")
        return Box(.vertical, spacing: 6, [title, sentence])
    }

    private func card() -> Widget {
        let title = Label.paragraph(translated("Download Your Class")).styled("heading")
        // What is not revealed needs no space above it.
        return Box(.vertical, spacing: 18, [title, Box(.vertical, spacing: 0, [form.widget, progress.widget])])
            .styled("welcome-card")
    }

    private func others() -> Widget {
        for button in [sample, file] {
            button.addClass("flat")
            button.wrapLabel()
        }
        return Box(.vertical, spacing: 6, [sample, file])
    }

    func focus() -> Bool { form.focus() }

    private func draw() {
        form.draw(screen.problem, isBusy: screen.isBusy)
        progress.show(screen.progress)
        for button in [sample, file] { button.isSensitive = !screen.isBusy }
    }
}
