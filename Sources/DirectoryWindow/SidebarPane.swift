import DirectoryModel
import DirectoryScreens
import DirectoryWidgets
import GtkKit
import Language

/// Draws the collections with their counts, the groups of the open one, and the favorite and recent records.
final class SidebarPane {
    let widget = Box(.vertical).styled("sidebar-pane")
    private let screen: DirectoryScreen
    private let collections = NavigationList<String>().named(translated("Collections"))
    private let groups: GroupList
    private let favorites: LinkList
    private let recent: LinkList

    init(screen: DirectoryScreen, header: Widget) {
        self.screen = screen
        groups = GroupList(screen)
        favorites = LinkList(translated("Favorites"), screen.linkChosen)
        recent = LinkList(translated("Recent"), screen.linkChosen)
        // At the bottom, links stay where they are when the groups change.
        let space = Box(.vertical).expanding(.vertical)
        let content = Box(.vertical, [collections, groups.widget, space, favorites.widget, recent.widget])
        for part in [header, ScrolledWindow(child: content).expanding(.vertical)] { widget.append(part) }
        collections.onActivated { [weak self] in
            screen.collectionChosen($0)
            // A form with changes keeps the collection open.
            self?.drawSelected()
        }
        redraw(self) { $0.draw() }
    }

    private func draw() {
        collections.update(
            screen.sidebar.map {
                .init($0.collection.name, icon: $0.collection.iconName, $0.collection.title, count: $0.count)
            })
        drawSelected()
        groups.draw()
        favorites.update(screen.favoriteLinks)
        recent.update(screen.recentLinks)
    }

    private func drawSelected() { collections.selected = screen.sidebar.first(where: \.isOpen)?.collection.name }
}

/// The groups of the open list under a heading that hides them. Records can be dropped on a hand-picked group, and on the
/// heading, which makes a group of them.
private final class GroupList {
    let widget = Box(.vertical)
    private let screen: DirectoryScreen
    private let arrow = Image(iconName: "", pixelSize: 12)
    private let heading: Button
    private let add = Button.icon("list-add-symbolic", WindowAction.of(.newGroup).label).styled("flat")
    private let list = NavigationList<Int>().named(translated("Groups"))

    init(_ screen: DirectoryScreen) {
        self.screen = screen
        let title = Label.line(translated("Groups"))
        heading = Button(child: Box(.horizontal, spacing: 6, [arrow, title])).styled("flat").expanding(.horizontal)
        heading.accessibleName = translated("Groups")
        let line = Box(.horizontal, [heading, add]).styled("group-heading")
        for part in [line, list] { widget.append(part) }
        heading.onClicked { screen.groupsHeadingTapped() }
        add.onClicked { screen.newGroupTapped() }
        line.onDropText("text/vcard", if: { screen.open.groups.canEdit }, screen.droppedOnGroups)
        list.onActivated { [weak self] in
            screen.groupChosen($0)
            // A form with changes keeps the list open.
            self?.drawSelected()
        }
        list.onContextMenu { DirectoryActions.items(ofGroup: $0, in: screen.open) }
        for action in WindowAction.all where action.locations.contains(.group) && !action.keys.isEmpty {
            list.addShortcut(action.shortcut) { [weak list] in
                if let group = list?.focused { screen.perform(action.id, "\(group)") }
            }
        }
        list.onDrop("text/vcard") { group in
            screen.open.groups.canEdit && screen.open.groups.handPicked.contains { $0.key == group }
        } _: { card, group in
            screen.dropped(card, onGroup: group)
        }
    }

    func draw() {
        widget.isVisible = screen.open.groups.isOffered
        let isExpanded = screen.areGroupsExpanded
        arrow.iconName = isExpanded ? "pan-down-symbolic" : "pan-end-symbolic"
        heading.setAccessibleExpanded(isExpanded)
        add.isVisible = screen.open.groups.canEdit
        let groups = screen.groups(of: screen.open.definition.collection)
        list.isVisible = isExpanded && !groups.isEmpty
        list.update(
            groups.map { .init($0.key, $0.name, count: $0.count, dot: $0.color, note: $0.absentText ?? "") })
        drawSelected()
    }

    private func drawSelected() { list.selected = screen.open.groups.open?.key }
}

/// Records under a heading; hidden if empty.
private final class LinkList {
    let widget = Box(.vertical)
    private let list: NavigationList<RecordReference>

    init(_ title: String, _ chosen: @escaping @MainActor (RecordReference) -> Void) {
        let heading = Label.line(title).styled("section-header")
        heading.setMargins(start: 12)
        list = NavigationList().named(title)
        list.onActivated(chosen)
        widget.append(heading)
        widget.append(list)
    }

    func update(_ links: [RecordLink]) {
        list.update(links.map { .init($0.reference, icon: $0.collection.iconName, $0.title) })
        widget.isVisible = !links.isEmpty
    }
}
