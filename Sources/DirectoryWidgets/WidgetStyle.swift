internal import GtkKit

/// The widgets' style; the program's style sheet has priority.
enum WidgetStyle {
    static func install() { StyleSheet.installBase(css + avatarColors, name: "directory-widgets") }

    // White on each has a contrast of 4.5 or more.
    private static var avatarColors: String {
        [
            "#2f5fa7", "#1a7a4c", "#a83c32", "#7a4aa5", "#96590b", "#0d7280",
            "#b0305f", "#4d6b1f", "#5b55b8", "#8a4f3d", "#3d6478", "#6c5a1e",
        ].enumerated().map { ".avatar-\($0) { background-color: \($1); color: white; }\n" }.joined()
    }

    private static let css = """
        .avatar { border-radius: 9999px; font-weight: bold; }
        .avatar-empty { background-color: alpha(currentColor, 0.08); }
        .toast {
            background-color: #303030; color: white; border-radius: 12px; padding: 6px 6px 6px 15px;
            margin: 12px; box-shadow: 0 2px 8px alpha(black, 0.35);
        }
        .toast:dir(rtl) { padding: 6px 15px 6px 6px; }
        .toast button { color: white; background: none; border: none; box-shadow: none; text-shadow: none; }
        .toast button:hover, .toast button:focus { background-color: alpha(white, 0.15); }
        .question { padding: 24px 18px 18px 18px; }
        window.question-window.csd { border-radius: 12px; }

        """
}
