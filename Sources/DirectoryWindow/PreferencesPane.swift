import DirectoryScreens
import DirectoryWidgets
import GtkKit
import Language

/// Opens a `PreferencesScreen` in a window, which only has the sign-in if there is a reason for that.
/// - Parameters:
///   - looks: the look of the list with faces.
///   - closed: runs once.
func preferencesWindow(
    _ screen: PreferencesScreen, looks: ListLayoutScreen, over parent: Window, closed: @escaping @MainActor () -> Void
) -> Window {
    let isSignIn = screen.message != nil
    let title = isSignIn ? translated("Sign In") : translated("Preferences")
    let window = Window.secondary(title: title, over: parent, width: 360)
    var check: Task<Void, Never>?
    let form = SignInForm(
        screen, label: screen.connectLabel, message: { screen.message }, isBusy: { screen.isChecking },
        connect: { check = Task { _ = await screen.signInTapped() } })
    let signIn = signInPage(screen, form)
    let pages = pages([signIn, listPage(screen, looks), historyPage(screen)])
    window.child = Box(spacing: 18) {
        if !isSignIn { names(of: pages).named(title).aligned(horizontally: .center) }
        pages
    }.padded(18)
    window.resizable = false
    window.onDestroy {
        check?.cancel()
        screen.closeTapped()
        closed()
    }
    signIn.bind(to: { screen.showsForm }) { [pages = WeakWidget(pages)] _, isShown in
        if isShown, pages.widget?.visibleName == "0" { _ = form.focus() }
    }
    window.present()
    return window
}

private func pages(_ pages: [Widget]) -> Stack {
    let stack = Stack().styled("preferences")
    for (index, page) in pages.enumerated() { stack.add(page, name: "\(index)") }
    return stack
}

private func names(of pages: Stack) -> ChipBar {
    let names = ChipBar([translated("Sign-In"), translated("List"), translated("History")])
    names.onSelected { pages.visibleName = "\($0)" }
    return names
}

/// The form, or who is signed in.
private func signInPage(_ screen: PreferencesScreen, _ form: SignInForm) -> Box {
    Box(spacing: 18) {
        form.widget.shown { screen.showsForm }
        account(screen).shown { screen.account != nil }
    }
}

/// Who is signed in, and what they can do.
private func account(_ screen: PreferencesScreen) -> Widget {
    let labels = AccessKeys.assign([translated("Change Password…"), translated("Sign Out")])
    let change = Button(label: "").onClicked { button in
        if let window = button.root { _ = changePasswordWindow(screen.passwordChange(), over: window) }
    }
    let signOut = Button.labeled("") { Task { await screen.signOutTapped() } }
    change.setLabel(marked: labels[0])
    signOut.setLabel(marked: labels[1])
    for button in [change, signOut] { button.wrapLabel() }
    return Box(spacing: 18) {
        Label.paragraph().styled("heading").showing { screen.account }
        Label.paragraph().styled("message").showing { screen.message?.text }
        WrapBox {
            change
            signOut
        }
    }
}

private func listPage(_ screen: PreferencesScreen, _ looks: ListLayoutScreen) -> Widget {
    let labels = AccessKeys.assign([translated("Review changes before downloading"), translated("Size of faces")])
    let asks = CheckButton().bind(\.isActive) { screen.asksBeforeDownload }.onToggled(screen.asksBeforeDownloadToggled)
    asks.setLabel(marked: labels[0])
    let sizes = FaceSize.allCases
    let size = DropDown(sizes.map(\.label)).bind(\.selected) { sizes.firstIndex(of: looks.faceSize) ?? 0 }
    return Box(spacing: 18) {
        asks
        labeled(labels[1], size.onSelected { if sizes.indices.contains($0) { looks.faceSizeChosen(sizes[$0]) } })
        notice(screen)
    }
}

private func askToClear(_ screen: PreferencesScreen, over window: Window, _ warning: String) {
    let clear = "clear"
    _ = Question.present(
        over: window, title: translated("Clear History?"), body: warning,
        answers: [
            Answer(id: clear, label: translated("Clear History"), style: .destructive),
            Answer(id: "cancel", label: translated("Cancel"), isCancel: true, isDefault: true),
        ]
    ) { if $0 == clear { screen.historyCleared() } }
}

/// The limits of the history, and a button that clears it.
private func historyPage(_ screen: PreferencesScreen) -> Widget {
    let labels = AccessKeys.assign([
        translated("Keep the history for"), translated("Size of the history"), translated("Clear History"),
    ])
    let time = DropDown(screen.historyDays.labels).bind(\.selected) { screen.historyDays.chosen }
    let size = DropDown(screen.historySizes.labels).bind(\.selected) { screen.historySizes.chosen }
    let warning = translated("This permanently deletes earlier versions. Earlier changes can no longer be undone.")
    let clear = Button(label: "").styled("destructive-action").aligned(horizontally: .start)
        .onClicked { button in if let window = button.root { askToClear(screen, over: window, warning) } }
    clear.setLabel(marked: labels[2])
    clear.accessibleDescription = warning
    return Box(spacing: 18) {
        labeled(labels[0], time.onSelected(screen.historyDaysChosen))
        labeled(labels[1], size.onSelected(screen.historySizeChosen))
        Box(spacing: 6) {
            clear
            Label.paragraph(warning).styled("dim-label", "caption")
        }
        notice(screen)
    }
}

private func notice(_ screen: PreferencesScreen) -> Widget {
    Label.paragraph().styled("message").styled("failure") { screen.notice?.isFailure == true }
        .showing { screen.notice?.text }
}
