import GtkKit
import TestingSupport
import XCTest

final class ThemeTests: GtkTestCase {
    func testGTKsOwnThemeGoesByTheseNames() {
        for name in ["", "Default", "Adwaita"] {
            XCTAssertEqual(Theme(name: name, prefersDark: false), Theme(name: "Default", prefersDark: false))
            XCTAssertEqual(Theme(name: name, prefersDark: false).kind, .standard)
            XCTAssertFalse(Theme(name: name, prefersDark: false).isDark)
            XCTAssertTrue(Theme(name: name, prefersDark: true).isDark)
        }
        XCTAssertEqual(Theme(name: "Adwaita-dark", prefersDark: false), Theme(name: "Default", prefersDark: true))
    }

    func testAThemeThatTheUserChoseIsNotGTKsOwn() {
        for name in ["Yaru", "Breeze", "Numix-dark", "adwaita"] {
            XCTAssertEqual(Theme(name: name, prefersDark: false).kind, .other, name)
        }
        XCTAssertTrue(Theme(name: "Yaru-dark", prefersDark: false).isDark)
    }

    func testHighContrastIsNotTheUsualLook() {
        for name in ["HighContrast", "HighContrastInverse", "Default-hc", "Default-hc-dark"] {
            XCTAssertEqual(Theme(name: name, prefersDark: false).kind, .highContrast, name)
        }
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
        MainActor.assumeIsolated {
            let before = Desktop.isDark
            StyleSheet.install { "label.themed { min-height: \($0.isDark ? 70 : 50)px; }" }
            let label = Label("x")
            label.addClass("themed")
            label.valign = .start
            let window = show(label)
            for (isDark, height) in [(true, 70), (false, 50)] {
                Desktop.forceDark(isDark)
                waitForFrame(of: window)
                XCTAssertEqual(label.height, height)
            }
            Desktop.forceDark(before)
            close(window)
        }
    }
}
