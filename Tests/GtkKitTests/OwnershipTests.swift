import TestingSupport
import XCTest

@testable import GtkKit

final class OwnershipTests: MainActorTestCase {
    func testADestroyedWindowReleasesEverything() {
        assertAllIsGivenBack { Self.use() }
    }

    /// A window with most widgets and handlers, shown and destroyed.
    private static func use() {
        let model = RowModel(Array(0..<500))
        let list = ListView(model: model) { TestRow() }
        list.onActivate { _ in }
        list.onSelectionChanged { _ in }
        list.onContextMenu { [weak list] _, x, y in list?.showMenu([.item("Open", action: "a.b")], at: x, y) }
        let button = Button(label: "Go")
        button.onClicked { [weak button] in button?.label = "Gone" }
        button.onKey { _ in false }
        button.addShortcut("<Control>k", scope: .global) {}
        button.onHover(enter: {}, leave: {})
        let clamp = Clamp(maximumWidth: 300, child: ScrolledWindow(child: list))
        let wall = WallView(
            sizes: { WallGeometry.Sizes(cellWidth: 90, cellHeight: 100, heading: 30, side: 6) },
            drawHeading: { _, _, _ in }, makeCell: { TestRow() })
        wall.replace(Array(0..<300))
        let overlay = Overlay(child: Box(.horizontal, [button, clamp, WrapBox(), ScrolledWindow(child: wall)]))
        overlay.addOverlay(Label("Over")) { _ in (0, 0, 100, 20) }
        let line = TextLine("Drawn", style: TextLine.Style(isBold: true), in: overlay)
        let drawn = DrawnBox(role: .group) { snapshot in
            snapshot.draw(
                line, in: PixelRect(x: 0, y: 0, width: 90, height: 20), align: 0, color: .black)
            snapshot.draw(
                iconName: "edit-find-symbolic", in: PixelRect(x: 0, y: 0, width: 16, height: 16),
                color: .black)
        }
        drawn.setSize(width: 100, height: 20)
        overlay.addOverlay(drawn)
        let window = show(overlay, width: 900)
        window.actions.add("find") {}
        window.actions.addToggle("dark", state: false) { _ in }
        window.onCloseRequest { false }
        list.showMenu([.section("S", [.item("Open", action: "win.find")])], at: 10, 10)
        button.click()
        wall.scrollTo(id: 200)
        waitForFrame(of: window)
        XCTAssertGreaterThan(LiveCount.boxes, 10)
        close(window)
    }

    func testListsOfChoicesAreReleasedToo() {
        assertAllIsGivenBack { Self.choose() }
    }

    /// A window with all widgets for choosing, shown and destroyed.
    private static func choose() {
        let list = DropDown((0..<12).map { ("Long \($0)", "\($0)") })
        list.onSelected { _ in }
        let entry = SearchEntry()
        entry.onChanged { [entry = WeakWidget(entry)] _ in entry.widget?.selectAll() }
        let check = CheckButton.inRow(accessibleName: "Done")
        let menu = MenuButton(title: "Title", menu: [.item("Open", action: "a.b")])
        let window = show(Box(.vertical, [list, entry, check, menu]))
        list.popup()
        waitForFrame(of: window)
        XCTAssertGreaterThan(LiveCount.boxes, 10)
        close(window)
    }

    func testAHandleMayGoBeforeItsWidget() {
        let clicked = Flag()
        let box = Box()
        do {
            let button = Button(label: "Go")
            button.onClicked { clicked.isSet = true }
            box.append(button)
        }
        box.children.first.map { Button(root: $0) }?.click()
        XCTAssertTrue(clicked.isSet)
        XCTAssertEqual(box.childCount, 1)
        box.removeAll()
        XCTAssertEqual(box.childCount, 0)
    }
}

final class TestRow: ListRow {
    let label = Label()

    init() { super.init(widget: Box(.horizontal, [label])) }

    override func bind(id: UInt64) {
        label.text = "Row \(id)"
        widget.accessibleNameOfParent = label.text
    }
    override func unbind() { label.text = "" }
}
