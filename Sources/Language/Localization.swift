import CIntl
public import Foundation

/// The translations for this computer's language: the program's gettext catalog, where there is one.
///
/// `LANGUAGE`, `LC_ALL`, `LC_MESSAGES` and `LANG` choose it, as everywhere. The catalogs are stored next to the
/// program's folder: `bin/dukedir` reads `share/locale/es/LC_MESSAGES/duke-directory.mo`.
public enum Localization {
    /// The gettext domain for texts that GTK reads from its own descriptions; nil where there is not a catalog.
    public static var boundDomain: String? { isThere ? domain : nil }

    /// The file name of the catalogs. The server is packaged apart from the other programs, and so are its catalogs;
    /// their content is the same.
    private static let domain = program.lastPathComponent == server ? server : "duke-directory"

    /// True where there is a catalog for this computer's language; otherwise all texts are in English.
    public static let isThere: Bool = {
        // There is not an English catalog, so gettext would continue with the user's second language.
        if ProcessInfo.processInfo.environment["LANGUAGE"]?.hasPrefix("en") == true { return false }
        _ = setlocale(LC_CTYPE, "")
        _ = setlocale(LC_MESSAGES, "")
        bindtextdomain(domain, folder.path)
        bind_textdomain_codeset(domain, "UTF-8")
        // The empty text is the key of the catalog's own header.
        return text(for: "") != ""
    }()

    /// The language tag of all texts, as in HTML: "es", or "en" where there is not a catalog.
    public static let tag: String = {
        let head = isThere ? text(for: "") : ""
        let line = head.split(separator: "\n").first { $0.hasPrefix("Language: ") } ?? "Language: en"
        return line.dropFirst("Language: ".count).map { $0 == "_" ? "-" : String($0) }.joined()
    }()

    /// The locale of dates and numbers in texts.
    public static let locale = Locale(identifier: isThere ? tag : "en_US")

    /// The catalog's translation of `english`, or `english` itself.
    static func text(for english: String) -> String {
        // Where gettext does not have a translation, it returns its argument, so the pointer must be valid until the
        // result is read.
        english.withCString { text in dgettext(domain, text).map { String(cString: $0) } ?? english }
    }

    /// The catalog's translation for `count`; every language has its own plural forms.
    static func text(for one: String, _ many: String, count: Int) -> String {
        one.withCString { first in
            many.withCString { second in
                dngettext(domain, first, second, UInt(count.magnitude)).map { String(cString: $0) }
                    ?? (count.magnitude == 1 ? one : many)
            }
        }
    }

    private static let server = "duke-directory-server"
    private static let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    private static let folder = program.deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "share/locale")
}
