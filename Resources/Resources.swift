/// What is compiled into the program.
public enum Resources {
    /// The header bar; its ids are listed in `ids`.
    public static var header: String { text(PackageResources.header_ui) }
    /// The sign-in page of Preferences.
    public static var preferences: String { text(PackageResources.preferences_ui) }
    /// The style sheet.
    public static var style: String { text(PackageResources.style_css) }
    /// The curated table of hobbies and their emojis.
    public static var hobbyEmojis: String { text(PackageResources.hobby_emojis_txt) }
    /// The help: pages under `#`, headings under `##`, paragraphs; actions in braces stand for their keys.
    public static var help: String { text(PackageResources.help_md) }

    /// Every user interface description, with the ids the panes look for.
    public static var descriptions: [(name: String, text: String, ids: [String])] {
        [
            (
                "header", header,
                ["header", "back", "add", "middle", "search", "title", "download", "menu"]
            ),
            (
                "preferences", preferences,
                ["preferences", "server", "netid", "password", "keep", "message", "spinner", "sign-in"]
            ),
        ]
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
