/// What is compiled into the program.
public enum Resources {
    /// The style sheet.
    /// - Parameters:
    ///   - isDark: whether text is light on a dark ground.
    ///   - isThemeOurs: whether GTK's own theme gets our look; a theme that the user chose keeps its own.
    public static func style(isDark: Bool, isThemeOurs: Bool) -> String {
        let own = isDark ? PackageResources.style_dark_css : PackageResources.style_light_css
        let theme = isDark ? PackageResources.theme_dark_css : PackageResources.theme_light_css
        // A later color of the same name replaces an earlier one.
        return
            (isThemeOurs
            ? [own, PackageResources.style_css, theme, PackageResources.theme_css]
            : [own, PackageResources.style_css, PackageResources.style_other_css]).map(text).joined(separator: "\n")
    }
    /// The curated table of hobbies and their emojis.
    public static var hobbyEmojis: String { text(PackageResources.hobby_emojis_txt) }
    /// The help: pages under `#`, headings under `##`, paragraphs; actions in braces are replaced by their keys.
    public static var help: String { text(PackageResources.help_md) }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
