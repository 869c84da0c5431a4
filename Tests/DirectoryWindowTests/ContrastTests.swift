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
