import DirectoryModel
import DirectoryScreens
import DirectoryWidgets
import GtkKit
import Language

/// The bar above a list: a notice, the quick entry, and the queries.
@MainActor
final class ListBar {
    let widget = Box(.vertical)
    private let screen: CollectionScreen
    private let notice = Label.paragraph().expanding(.horizontal)
    private let recover = Button(label: "")
    private let noticeRow: Revealer
    private let quickEntry = Entry().expanding(.horizontal)
    private lazy var outgoing = OutgoingRows(screen: screen.quickEntry)
    private let queries: ChipBar?
    /// How many members of the open group are not in the list.
    private let absent = Label.line().styled("caption", "dim-label", "absent")

    init(screen: CollectionScreen) {
        self.screen = screen
        (recover.valign, recover.halign) = (.center, .end)
        recover.onClicked { [screen] in
            if let recovery = screen.remote.notice?.recovery { screen.recoveryTapped(recovery) }
        }
        let icon = Image(iconName: screen.isPast ? "document-open-recent-symbolic" : "network-offline-symbolic")
        let sentence = Box(.horizontal, spacing: 12, [icon, notice])
        let row = SideBySide(sentence, recover, wide: .first).styled("notice")
        noticeRow = Revealer(child: row, transition: .slideDown, milliseconds: 200)
        let labels = screen.list.looks.queryLabels
        queries = labels.isEmpty ? nil : ChipBar(labels)
        widget.append(noticeRow)
        if screen.quickEntry.isOffered {
            widget.append(entryRow())
            widget.append(outgoing.widget)
        }
        if let queries {
            queries.addClass("queries")
            queries.accessibleName = translated("Show")
            queries.onSelected { [screen] in screen.list.looks.queryChosen($0) }
            widget.append(queries)
        }
        widget.append(absent)
        redraw(self) { $0.draw() }
    }

    private func entryRow() -> Widget {
        quickEntry.placeholder = screen.quickEntry.placeholder
        quickEntry.accessibleName = screen.quickEntry.placeholder
        quickEntry.onChanged { [screen] in screen.quickEntry.typed($0) }
        quickEntry.onActivate { [screen] in screen.quickEntry.addTapped() }
        return Box(.horizontal, spacing: 0, [quickEntry]).styled("quick-entry")
    }

    private func draw() {
        if quickEntry.text != screen.quickEntry.text {
            quickEntry.text = screen.quickEntry.text
            quickEntry.moveCursorToEnd()
        }
        notice.text = screen.remote.notice?.text ?? notice.text
        recover.isVisible = screen.remote.notice?.recovery != nil
        recover.label = screen.remote.notice?.recovery?.label ?? recover.label
        noticeRow.isRevealed = screen.remote.notice != nil
        queries?.selected = screen.list.looks.chosenQuery
        let words = screen.groups.open?.absentWords
        absent.text = words ?? ""
        absent.isVisible = words != nil
    }
}

/// The bar below a list while several records are selected.
@MainActor
final class SeveralBar {
    let widget: Revealer
    private let screen: CollectionScreen
    private let count = Label.line().styled("heading").ellipsized()
    /// Assistive programs read an alert when it appears or its name changes.
    private let spoken = Box(.horizontal, role: .alert).expanding(.horizontal)
    private let all = Button(label: WindowAction.of(.selectAll).label).styled("flat")
    private let done = Button(iconName: "window-close-symbolic").styled("flat").named(translated("Stop Selecting"))
    private let acts = WrapBox(spacing: 2, lineSpacing: 2, lines: .center)
    private let group: FocusGroup
    /// The button that adds to a group, or makes one.
    private var addToGroup: Button?
    let groupMenu = ContextMenu()

    init(screen: CollectionScreen) {
        self.screen = screen
        group = FocusGroup(in: acts)
        spoken.append(count)
        all.setAction(.selectAll)
        all.tooltip = WindowAction.tip(.selectAll)
        done.tooltip = WindowAction.tip(.leave, translated("Stop Selecting"))
        done.onClicked { [screen] in screen.several.endTapped() }
        let top = Box(.horizontal, spacing: 6, [spoken, all, done])
        let content = Box(.vertical, spacing: 2, [top, acts]).styled("several-bar")
        widget = Revealer(child: content, transition: .slideUp, milliseconds: 200)
        let buttons = screen.several.acts.map(button)
        buttons.forEach(acts.append)
        group.set([buttons])
        addToGroup = zip(screen.several.acts, buttons).first { $0.0 == .newGroup }?.1
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
            button.onClicked { [screen] in screen.deleting.deleteTapped() }
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
        let several = screen.several
        if several.isOn, count.text != several.words {
            count.text = several.words
            spoken.accessibleName = several.words
        }
        let hasGroups = !screen.groups.handPicked.isEmpty
        let name = hasGroups ? translated("Add to Group") : WindowAction.of(.newGroup).menuLabel(screen)
        if several.isOn, let addToGroup {
            addToGroup.isSensitive = screen.groups.canEdit
            (addToGroup.accessibleName, addToGroup.tooltip) = (name, name)
        }
        widget.isRevealed = several.isOn
    }
}
