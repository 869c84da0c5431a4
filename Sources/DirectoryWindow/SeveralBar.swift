import DirectoryModel
import DirectoryScreens
import DirectoryWidgets
import GtkKit
import Language

/// The bar under a list while several records are selected: how many, and what can be done with all of them.
@MainActor
final class SeveralBar<R: DirectoryRecord> {
    let widget: Revealer
    private let screen: CollectionScreen<R>
    private let count = Label()
    /// Assistive programs read an alert out when it appears, and when its name changes.
    private let spoken = Box(.horizontal, role: .alert)
    private let all = Button(label: WindowAction.of(.selectAll)?.label ?? "")
    private let done = Button(iconName: "window-close-symbolic")
    private let acts = WrapBox(spacing: 2, lineSpacing: 2, lines: .center)
    private let group: FocusGroup

    init(screen: CollectionScreen<R>) {
        self.screen = screen
        group = FocusGroup(in: acts)
        count.addClass("heading")
        count.xalign = 0
        spoken.hexpand = true
        spoken.append(count)
        count.ellipsize = .end
        all.addClass("flat")
        all.setAction(.selectAll)
        all.tooltip = WindowAction.tip(.selectAll)
        done.addClass("flat")
        done.tooltip = WindowAction.tip(.leave, translated("Stop Selecting"))
        done.accessibleName = translated("Stop Selecting")
        done.onClicked { [screen] in screen.several.endTapped() }
        let top = Box(.horizontal, spacing: 6, [spoken, all, done])
        let content = Box(.vertical, spacing: 2, [top, acts])
        content.addClass("several-bar")
        widget = Revealer(child: content, transition: .slideUp, milliseconds: 200)
        let buttons = screen.several.acts.map(button)
        buttons.forEach(acts.append)
        group.set([buttons])
        redraw(self) { $0.draw() }
    }

    private func button(_ id: ActionID) -> Button {
        let look = Self.look(id)
        let words = Label(look.words)
        words.addClass("caption")
        let icon = Image(iconName: look.icon, pixelSize: 16)
        icon.halign = .center
        let button = Button(child: Box(.vertical, spacing: 3, [icon, words]))
        button.addClass("flat")
        button.addClass("several-act")
        if id == .delete {
            button.addClass("deletes")
            button.onClicked { [screen] in screen.deleting.deleteTapped() }
        } else {
            button.setAction(id)
        }
        button.accessibleName = look.name
        button.tooltip = WindowAction.tip(id, look.name)
        return button
    }

    private func draw() {
        let several = screen.several
        if several.isOn, count.text != several.words {
            count.text = several.words
            spoken.accessibleName = several.words
        }
        widget.isRevealed = several.isOn
    }

    /// The icon of an action, its word under the icon, and its name.
    private static func look(_ id: ActionID) -> (icon: String, words: String, name: String) {
        let label = WindowAction.of(id)?.label ?? ""
        switch id {
        case .email: return ("mail-unread-symbolic", translated("Email"), translated("Email All"))
        case .copyEmail: return ("edit-copy-symbolic", translated("Copy"), translated("Copy Addresses"))
        case .export: return ("document-save-symbolic", translated("Export"), translated("Export Selected…"))
        case .print: return ("printer-symbolic", translated("Print"), translated("Print Selected…"))
        case .favorite: return ("duke-directory-star-outline-symbolic", label, label)
        default: return ("user-trash-symbolic", R.home.isBooked ? translated("Remove") : label, R.home.deleteLabel)
        }
    }
}
