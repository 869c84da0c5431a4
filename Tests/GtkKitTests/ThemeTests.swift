import GtkKit
import TestingSupport
import XCTest

final class ThemeTests: MainActorTestCase {
    func testGTKsOwnThemeGoesByTheseNames() {
        for name in ["", "Default", "Adwaita"] {
            XCTAssertEqual(Theme(name: name, prefersDark: false), Theme(name: "Default", prefersDark: false))
            XCTAssertEqual(Theme(name: name, prefersDark: false).kind, .standard)
            XCTAssertFalse(Theme(name: name, prefersDark: false).isDark)
            XCTAssertTrue(Theme(name: name, prefersDark: true).isDark)
        }
        XCTAssertEqual(Theme(name: "Adwaita-dark", prefersDark: false), Theme(name: "Default", prefersDark: true))
    }

    func testOtherThemesAndHighContrastAreNotGTKsOwn() {
        for (names, kind) in [
            (["Yaru", "Breeze", "Numix-dark", "adwaita"], Theme.Kind.other),
            (["HighContrast", "HighContrastInverse", "Default-hc", "Default-hc-dark"], .highContrast),
        ] {
            for name in names { XCTAssertEqual(Theme(name: name, prefersDark: false).kind, kind, name) }
        }
        XCTAssertTrue(Theme(name: "Yaru-dark", prefersDark: false).isDark)
        XCTAssertEqual(Theme(name: "Default", prefersDark: false, override: "Default:hc-dark").kind, .highContrast)
    }

    func testTheEnvironmentComesBeforeTheSettings() {
        XCTAssertEqual(Theme(name: "Default", prefersDark: false, override: "Yaru").kind, .other)
        XCTAssertEqual(Theme(name: "Yaru", prefersDark: false, override: "Adwaita").kind, .standard)
        let dark = Theme(name: "Default", prefersDark: false, override: "Adwaita:dark")
        XCTAssertEqual(dark, Theme(name: "Default", prefersDark: true))
        // GTK_THEME overrides the dark setting.
        XCTAssertFalse(Theme(name: "Default", prefersDark: true, override: "Adwaita").isDark)
        XCTAssertEqual(Theme(name: "Default", prefersDark: true, override: "").kind, .standard)
    }

    func testTheSheetFollowsTheTheme() {
        let before = Desktop.isDark
        StyleSheet.install { "label.themed { min-height: \($0.isDark ? 70 : 50)px; }" }
        let label = Label("x")
        label.addClass("themed")
        label.valign = .start
        let window = present(label)
        for (isDark, height) in [(true, 70), (false, 50)] {
            Desktop.forceDark(isDark)
            waitForFrame(of: window)
            XCTAssertEqual(label.height, height)
        }
        // Another sheet takes the place of the first one.
        StyleSheet.install("label.themed { min-height: 90px; }")
        waitForFrame(of: window)
        XCTAssertEqual(label.height, 90)
        Desktop.forceDark(before)
    }
}
