import Resources
import XCTest

/// Text in our own colours stands out from our own grounds, and from the theme's, by 4.5:1 or more (WCAG AA).
final class ContrastTests: XCTestCase {
    /// Adwaita's colours as GTK 4.8 has them.
    private static let light = [
        "theme_bg_color": "#f6f5f4", "theme_base_color": "#ffffff", "theme_fg_color": "#2e3436",
        "theme_selected_bg_color": "#3584e4", "theme_selected_fg_color": "#ffffff",
    ].compactMapValues(Colour.init(hex:))
    private static let dark = [
        "theme_bg_color": "#353535", "theme_base_color": "#2d2d2d", "theme_fg_color": "#eeeeec",
        "theme_selected_bg_color": "#15539e", "theme_selected_fg_color": "#ffffff",
    ].compactMapValues(Colour.init(hex:))
    /// Nothing is read there, or it cannot be used, which WCAG lets be pale.
    private static let unread = [".empty-icon", ".hobby-scene", ".crop"]

    func testEveryColourStandsOutFromWhatIsBehindIt() throws {
        for (name, theme, isDark) in [("light", Self.light, false), ("dark", Self.dark, true)] {
            let style = StyleColours(Resources.style, theme: theme, isDark: isDark)
            var looked = 0
            for (selector, rule) in style.rules where isRead(selector) {
                guard rule["color"] != nil || rule["background"] != nil || rule["opacity"] != nil else { continue }
                for ground in try grounds(of: selector, style, theme) {
                    let contrast = try text(of: selector, rule, style, theme).over(ground).contrast(with: ground)
                    XCTAssertGreaterThanOrEqual(contrast, 4.5, "\(selector), \(name)")
                    looked += 1
                }
            }
            XCTAssertGreaterThan(looked, 40, name)
        }
    }

    private func isRead(_ selector: String) -> Bool {
        !selector.contains(":disabled") && !Self.unread.contains(where: selector.hasPrefix)
    }

    private func text(
        of selector: String, _ rule: [String: String], _ style: StyleColours, _ theme: [String: Colour]
    ) throws -> Colour {
        let isSelected = selector.contains(":selected ")
        let usual = try XCTUnwrap(theme[isSelected ? "theme_selected_fg_color" : "theme_fg_color"])
        // A ground may be another where the text's colour is given by the rule it refines.
        let plain = rule["color"] ?? style.rules[selector.replacing(/:hover$/, with: "")]?["color"]
        let colour = plain.flatMap(style.colour) ?? usual
        return colour.faded(by: rule["opacity"].flatMap(Double.init) ?? 1)
    }

    /// Everything the text may stand on: what lets the window through is seen over the window's ground and a list's.
    private func grounds(of selector: String, _ style: StyleColours, _ theme: [String: Colour]) throws -> [Colour] {
        let below = try ["theme_bg_color", "theme_base_color"].map { try XCTUnwrap(theme[$0]) }
        let own =
            style.ground(of: selector)
            ?? (selector.contains(":selected ") ? style.ground(of: "listview.records > row:selected .record") : nil)
        guard let own else { return below }
        return below.map(own.over)
    }

    /// The theme's own text on a bar is small, and pale by 2.1:1.
    func testTheProgressTextIsLargeAndStandsOut() throws {
        for (theme, isDark) in [(Self.light, false), (Self.dark, true)] {
            let style = StyleColours(Resources.style, theme: theme, isDark: isDark)
            let selector = ".transfer progressbar > text"
            let rule = try XCTUnwrap(style.rules[selector])
            // As large as what is around the bar; the theme makes the bar's letters smaller.
            XCTAssertEqual([rule["font-size"], style.rules[".transfer progressbar"]?["font-size"]], ["1em", "1em"])
            XCTAssertNotNil(rule["color"])
            for ground in try grounds(of: selector, style, theme) {
                let text = try text(of: selector, rule, style, theme)
                XCTAssertGreaterThanOrEqual(text.over(ground).contrast(with: ground), 4.5)
            }
        }
    }

    /// What stands beside an avatar has to show where it ends: its own colour, or a ring around it (WCAG 1.4.11).
    func testAvatarsStandOutFromASelectedRow() throws {
        for (theme, isDark) in [(Self.light, false), (Self.dark, true)] {
            let style = StyleColours(Resources.style, theme: theme, isDark: isDark)
            let row = try XCTUnwrap(style.ground(of: "listview.records > row:selected .record"))
            let avatars = style.rules.filter { $0.key.hasPrefix(".avatar-") }.compactMap { style.ground(of: $0.key) }
            XCTAssertEqual(avatars.count, 12)
            let ring = style.rules["listview.records > row:selected .avatar"]?["box-shadow"]?
                .wholeMatch(of: /0 0 0 2px (.+)/).flatMap { style.colour(String($0.1)) }
            for avatar in avatars where avatar.contrast(with: row) < 3 {
                let ring = try XCTUnwrap(ring)
                XCTAssertGreaterThanOrEqual(ring.contrast(with: row), 3)
                XCTAssertGreaterThanOrEqual(ring.contrast(with: avatar), 3)
            }
        }
    }

    /// A row of the sidebar under the pointer is not taken for the one that is open.
    func testTheOpenCollectionIsMarkedMoreThanTheOneUnderThePointer() throws {
        for (theme, isDark) in [(Self.light, false), (Self.dark, true)] {
            let style = StyleColours(Resources.style, theme: theme, isDark: isDark)
            let window = try XCTUnwrap(theme["theme_bg_color"])
            let marks = try [":hover", ":selected", ":selected:hover"].map { state in
                let ground = try XCTUnwrap(style.ground(of: ".sidebar-pane row\(state)"), state)
                return ground.over(window).contrast(with: window)
            }
            XCTAssertGreaterThan(marks[1], marks[0] + 0.1)
            XCTAssertGreaterThanOrEqual(marks[2], marks[1])
        }
    }

    func testTheMeasureIsWCAGs() throws {
        let (black, white) = (Colour(0, 0, 0), Colour(1, 1, 1))
        XCTAssertEqual(black.contrast(with: white), 21, accuracy: 0.001)
        let grey = try XCTUnwrap(Colour(hex: "#767676"))
        XCTAssertEqual(grey.contrast(with: white), 4.54, accuracy: 0.01)
        XCTAssertEqual(Colour(1, 1, 1, alpha: 0.5).over(black), Colour(0.5, 0.5, 0.5))
    }

    func testAPaleColourWouldBeFound() {
        let style = StyleColours(".pale { color: #cccccc; }", theme: Self.light, isDark: false)
        let pale = style.rules[".pale"]?["color"].flatMap(style.colour)
        XCTAssertLessThan(pale?.contrast(with: Colour(1, 1, 1)) ?? 21, 4.5)
    }
}
