import GtkKit
import Resources
import XCTest

@testable import DirectoryWindow

/// Our look is over GTK's own theme only.
final class LookTests: XCTestCase {
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
        let light = StyleColors(Resources.style(isDark: false, isThemeOurs: true), theme: [:], isDark: false).names
        let dark = StyleColors(Resources.style(isDark: true, isThemeOurs: true), theme: [:], isDark: true).names
        for (names, colors) in [
            (
                light,
                [
                    "page_ground": "#fafafa", "list_ground": "#ffffff", "card_ground": "#ffffff",
                    "sidebar_ground": "#ebebeb", "directory_accent": "#1c3f95", "error_color": "#c01c28",
                ]
            ),
            (
                dark,
                [
                    "page_ground": "#242424", "list_ground": "#1e1e1e", "sidebar_ground": "#303030",
                    "directory_accent": "#7aa2f7", "error_color": "#ff7b63",
                ]
            ),
        ] {
            for (name, hex) in colors { XCTAssertEqual(names[name], Color(hex: hex), name) }
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
