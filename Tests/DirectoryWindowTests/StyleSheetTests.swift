import GtkKit
import Resources
import XCTest

@testable import DirectoryWindow

/// Our look is over GTK's own theme only. Text in our own colors stands out from our own backgrounds, and from the
/// theme's, by 4.5:1 or more (WCAG AA).
final class StyleSheetTests: XCTestCase {
    /// Adwaita's colors as GTK 4.8 has them.
    private static let light = [
        "theme_bg_color": "#f6f5f4", "theme_base_color": "#ffffff", "theme_fg_color": "#2e3436",
        "theme_selected_bg_color": "#3584e4", "theme_selected_fg_color": "#ffffff",
    ].compactMapValues(Color.init(hex:))
    private static let dark = [
        "theme_bg_color": "#353535", "theme_base_color": "#2d2d2d", "theme_fg_color": "#eeeeec",
        "theme_selected_bg_color": "#15539e", "theme_selected_fg_color": "#ffffff",
    ].compactMapValues(Color.init(hex:))
    /// Nothing is read there, or it cannot be used, which WCAG lets be pale.
    private static let unread = [
        ".empty-icon", ".hobby-scene", ".crop", "separator", ".fold", "window", "switch", "headerbar switch", "scale",
        "progressbar >", "headerbar progressbar", "check", "radio", "popover.menu check", "popover.menu radio",
        "scrollbar", ".field-row .copy", ".field-list:hover",
    ]

    /// A look of the program: the sheet, and the theme under it.
    private struct Look {
        let name: String
        let isOurs: Bool
        let style: StyleColors

        /// What the windows of the look have where no rule says otherwise.
        func named(_ name: String) throws -> Color { try XCTUnwrap(style.names[name], "\(name), \(self.name)") }
    }

    /// Light and dark, over GTK's own theme and over another.
    private static let looks = [true, false].flatMap { isThemeOurs in
        [(light, false), (dark, true)].map { theme, isDark in
            Look(
                name: "\(isDark ? "dark" : "light")\(isThemeOurs ? "" : ", another theme")", isOurs: isThemeOurs,
                style: StyleColors(Resources.style(isDark: isDark, isThemeOurs: isThemeOurs), theme: theme))
        }
    }

    func testEveryColorStandsOutFromWhatIsBehindIt() throws {
        for look in Self.looks {
            var looked = 0
            for (selector, rule) in look.style.rules where isRead(selector) {
                guard rule["color"] != nil || rule["background"] != nil || rule["opacity"] != nil else { continue }
                for background in try backgrounds(of: selector, look) {
                    let contrast = try text(of: selector, look).over(background).contrast(with: background)
                    XCTAssertGreaterThanOrEqual(contrast, 4.5, "\(selector), \(look.name)")
                    looked += 1
                }
            }
            XCTAssertGreaterThan(looked, 40, look.name)
        }
    }

    private func isRead(_ selector: String) -> Bool {
        !selector.contains(":disabled") && !Self.unread.contains(where: selector.hasPrefix)
    }

    private func text(of selector: String, _ look: Look) throws -> Color {
        let style = look.style
        // A background may be another where the text's color is given by the rule it refines.
        let plain = style.text(of: selector) ?? style.text(of: selector.replacing(/:hover$/, with: ""))
        let isSelected = selector.contains(":selected ") && style.background(of: selector) == nil
        let usual = try look.named(isSelected ? "theme_selected_fg_color" : "theme_fg_color")
        return (plain ?? usual).faded(by: style.rules[selector]?["opacity"].flatMap(Double.init) ?? 1)
    }

    /// Everything the text may stand on: what lets the window through is seen over the backgrounds of the panes.
    private func backgrounds(of selector: String, _ look: Look) throws -> [Color] {
        let below = try self.below(selector, look)
        let own =
            look.style.background(of: selector)
            ?? (selector.contains(":selected ") ? look.style.names["row_selected"] : nil)
        guard let own else { return below }
        return below.map(own.over)
    }

    private func below(_ selector: String, _ look: Look) throws -> [Color] {
        let panes = try ["page_ground", "list_ground", "sidebar_ground"].map(look.named)
        if selector.hasPrefix(".sidebar-pane") { return [panes[2]] }
        let card = try look.named("card_ground").over(panes[0])
        return (selector == ".dim-label" ? panes : Array(panes[..<2]))
            + (selector.hasPrefix(".dim-label") ? [] : [card])
    }

    /// The theme's own text on a bar is small, and pale by 2.1:1.
    func testTheProgressTextIsLargeAndHasAColorOfItsOwn() throws {
        for look in Self.looks {
            let rule = try XCTUnwrap(look.style.rules[".transfer progressbar > text"])
            // As large as what is around the bar; the theme makes the bar's letters smaller.
            XCTAssertEqual(
                [rule["font-size"], look.style.rules[".transfer progressbar"]?["font-size"]], ["1em", "1em"])
            XCTAssertNotNil(rule["color"])
        }
    }

    /// A row draws itself in these colors, over the background of the list.
    func testTheColorsOfARowStandOutFromItsGround() throws {
        for look in Self.looks {
            let list = try look.named("list_ground")
            for background in try [list, look.named("row_hovered").over(list)] {
                for name in ["theme_fg_color", "row_detail", "row_done", "row_mark"] {
                    let contrast = try look.named(name).over(background).contrast(with: background)
                    XCTAssertGreaterThanOrEqual(contrast, 4.5, "\(name), \(look.name)")
                }
            }
            let selected = try look.named("row_selected").over(list)
            for name in ["row_selected_text", "row_selected_detail", "row_selected_mark"] {
                let contrast = try look.named(name).over(selected).contrast(with: selected)
                XCTAssertGreaterThanOrEqual(contrast, 4.5, "\(name), \(look.name)")
            }
        }
        let (text, background) = (RowColors.match.text, RowColors.match.background)
        XCTAssertGreaterThanOrEqual(
            Color(text.red, text.green, text.blue).contrast(
                with: Color(background.red, background.green, background.blue)), 4.5)
    }

    /// What stands beside an avatar has to show where it ends: its own color, or a ring around it (WCAG 1.4.11).
    func testAvatarsStandOutFromASelectedRow() throws {
        for look in Self.looks {
            let row = try look.named("row_selected").over(look.named("list_ground"))
            let ring = try look.named("row_ring")
            for avatar in try (0..<12).map({ try look.named("avatar_\($0)") }) {
                XCTAssertGreaterThanOrEqual(Color(1, 1, 1).contrast(with: avatar), 4.5)
                guard avatar.contrast(with: row) < 3 else { continue }
                XCTAssertEqual(ring.alpha, 1, look.name)
                XCTAssertGreaterThanOrEqual(ring.contrast(with: row), 3, look.name)
                XCTAssertGreaterThanOrEqual(ring.contrast(with: avatar), 3, look.name)
            }
        }
    }

    /// A row under the pointer is not taken for the one that is open.
    func testTheOpenRowHasMoreContrastThanTheRowUnderThePointer() throws {
        for look in Self.looks {
            let sidebar = try look.named("sidebar_ground")
            let marks = try [":hover", ":selected", ":selected:hover"].map { state in
                let background = try XCTUnwrap(look.style.background(of: ".sidebar-pane row\(state)"), state)
                return background.over(sidebar).contrast(with: sidebar)
            }
            XCTAssertGreaterThan(marks[1], marks[0] + 0.1, look.name)
            XCTAssertGreaterThanOrEqual(marks[2], marks[1], look.name)
            // Another theme's own selection differs by its hue.
            guard look.isOurs else { continue }
            let list = try look.named("list_ground")
            let (hovered, selected) = try (look.named("row_hovered").over(list), look.named("row_selected").over(list))
            XCTAssertGreaterThan(selected.contrast(with: list), hovered.contrast(with: list) + 0.1, look.name)
        }
    }

    func testChosenThemeIsPreserved() {
        for isDark in [false, true] {
            let (ours, other) = (
                Resources.style(isDark: isDark, isThemeOurs: true), Resources.style(isDark: isDark, isThemeOurs: false)
            )
            XCTAssertTrue(ours.contains("@define-color theme_bg_color"))
            XCTAssertTrue(ours.contains("headerbar {") || ours.contains("headerbar, "))
            XCTAssertFalse(other.contains("@define-color theme_"))
            for widget in ["headerbar", "\nentry", "popover", "\nbutton, ", ".background"] {
                XCTAssertFalse(other.contains(widget), widget)
            }
            for widget in ["\nentry", "popover", "\nbutton, "] { XCTAssertTrue(ours.contains(widget), widget) }
            for sheet in [ours, other] { XCTAssertTrue(sheet.contains(".field-list")) }
        }
    }

    func testTheTableOfColors() {
        let sheets = [false, true].map { StyleColors(Resources.style(isDark: $0, isThemeOurs: true), theme: [:]).names }
        for (name, lightAndDark) in [
            ("page_ground", ["#fafafa", "#242424"]), ("list_ground", ["#ffffff", "#1e1e1e"]),
            ("card_ground", ["#ffffff"]), ("sidebar_ground", ["#ebebeb", "#303030"]),
            ("directory_accent", ["#1c3f95", "#7aa2f7"]), ("error_color", ["#c01c28", "#ff7b63"]),
        ] {
            for (names, hex) in zip(sheets, lightAndDark) { XCTAssertEqual(names[name], Color(hex: hex), name) }
        }
    }

    /// One motion: 200 ms, ease-out.
    func testEveryTransitionHasOneLength() {
        let sheet = Resources.style(isDark: false, isThemeOurs: true)
        for found in sheet.matches(of: /transition: ([^;]+);/) where found.1 != "none" {
            for part in found.1.split(separator: ",") { XCTAssertTrue(part.contains("200ms ease-out"), String(part)) }
        }
    }
}
