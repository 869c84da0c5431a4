import DirectoryModel
import DirectoryScreens
import DirectoryWidgets
import GtkKit
import Language

/// The bar above a list: a notice, the quick entry, and the queries.
func listBar(_ screen: CollectionScreen) -> Widget {
    let looks = screen.list.looks
    let queries = ChipBar(looks.queryLabels).styled("queries").named(translated("Show"))
    queries.onSelected { looks.queryChosen($0) }
    return Box {
        notice(of: screen)
        if screen.quickEntry.isOffered {
            quickEntry(screen.quickEntry)
            outgoingRows(screen.quickEntry)
        }
        if !looks.queryLabels.isEmpty { queries }
        // How many members of the open group are not in the list.
        Label.line().styled("caption", "dim-label", "absent").showing { screen.groups.open?.absentText }
    }.bind(to: { looks.chosenQuery }) { queries.selected = $1 }
}

private func notice(of screen: CollectionScreen) -> Widget {
    let notice = { @MainActor in screen.notice }
    let text = Box(.horizontal, spacing: 12) {
        Image(iconName: screen.isPast ? "document-open-recent-symbolic" : "network-offline-symbolic")
        // While it closes, the text remains.
        Label.paragraph().expanding(.horizontal).bind(to: { notice()?.text }) { if let text = $1 { $0.text = text } }
    }
    let recover = Button.labeled("") { if let recovery = notice()?.recovery { screen.recoveryTapped(recovery) } }
        .aligned(horizontally: .end, vertically: .center)
        .bind(to: { notice()?.recovery?.label }) { if let label = $1 { $0.label = label } }
        .shown { notice()?.recovery != nil }
    return Revealer(child: SideBySide(text, recover, wide: .first).styled("notice"))
        .bind(\.isRevealed) { notice() != nil }
}

private func quickEntry(_ screen: QuickEntryScreen) -> Widget {
    Box(.horizontal) {
        Entry(placeholder: screen.placeholder).expanding(.horizontal).named(screen.placeholder)
            .onChanged(screen.typed)
            .onActivate(screen.addTapped)
            .bind(to: { screen.text }) { entry, text in
                guard entry.text != text else { return }
                entry.text = text
                entry.moveCursorToEnd()
            }
    }.styled("quick-entry")
}

/// The bar below a list while several records are selected.
final class SeveralBar {
    let widget: Revealer
    private let screen: CollectionScreen
    private let count = Label.line().styled("heading").ellipsized()
    /// Assistive programs read an alert when it appears or its name changes.
    private let spoken = Box(.horizontal, role: .alert).expanding(.horizontal)
    private let all = Button(label: WindowAction.of(.selectAll).label).styled("flat")
    private let done = Button(iconName: "window-close-symbolic").styled("flat").named(translated("Stop Selecting"))
    private let actions = WrapBox(spacing: 2, lineSpacing: 2, lines: .center)
    private let group: FocusGroup
    /// The button that adds to a group, or makes one.
    private var addToGroup: Button?
    let groupMenu = ContextMenu()

    init(screen: CollectionScreen) {
        self.screen = screen
        group = FocusGroup(in: actions)
        spoken.append(count)
        all.setAction(.selectAll)
        all.tooltip = WindowAction.tip(.selectAll)
        done.tooltip = WindowAction.tip(.leave, translated("Stop Selecting"))
        done.onClicked { [screen] in screen.stopSelectingTapped() }
        let top = Box(.horizontal, spacing: 6, [spoken, all, done])
        let content = Box(.vertical, spacing: 2, [top, actions]).styled("several-bar")
        widget = Revealer(child: content, transition: .slideUp, milliseconds: 200)
        let buttons = screen.selectionActions.map(button)
        buttons.forEach(actions.append)
        group.set([buttons])
        addToGroup = zip(screen.selectionActions, buttons).first { $0.0 == .newGroup }?.1
        redraw(self) { $0.draw() }
    }

    private func button(_ id: ActionID) -> Button {
        let action = WindowAction.of(id)
        let isRemoval = id == .delete && screen.home.isBooked
        let word = isRemoval ? translated("Remove") : id == .copyEmail ? translated("Copy") : action.word
        let icon = Image(iconName: action.iconName, pixelSize: 16).aligned(horizontally: .center)
        let button = Button(child: Box(.vertical, spacing: 3, [icon, Label(word).styled("caption")])).styled(
            "flat", "several-act")
        if id == .delete {
            button.addClass("deletes")
            button.onClicked { [screen] in screen.deleteTapped() }
        } else if id == .newGroup {
            button.onClicked { [weak self, weak button] in button.map { self?.groupTapped($0) } }
        } else {
            button.setAction(id)
        }
        let name = action.severalLabel ?? action.menuLabel(screen)
        button.accessibleName = name
        button.tooltip = WindowAction.tip(id, name)
        return button
    }

    /// Offers the hand-picked groups and a new one.
    private func groupTapped(_ button: Button) {
        let groups = DirectoryActions.items(screen.groups.handPicked, .addToGroup)
        guard !groups.isEmpty else { return screen.groups.newTapped() }
        let parts = [
            Menu.Part.section(translated("Add to Group"), groups),
            .section(nil, [WindowAction.of(.newGroup).item(screen)]),
        ]
        groupMenu.show(parts, in: button, at: Double(button.width) / 2, 0)
    }

    private func draw() {
        let isSelecting = screen.isSelecting
        if isSelecting, count.text != screen.selectedWords {
            count.text = screen.selectedWords
            spoken.accessibleName = screen.selectedWords
        }
        let hasGroups = !screen.groups.handPicked.isEmpty
        let name = hasGroups ? translated("Add to Group") : WindowAction.of(.newGroup).menuLabel(screen)
        if isSelecting, let addToGroup {
            addToGroup.isSensitive = screen.groups.canEdit
            addToGroup.accessibleName = name
            addToGroup.tooltip = name
        }
        widget.isRevealed = isSelecting
    }
}
