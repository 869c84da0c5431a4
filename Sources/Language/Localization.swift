import CIntl
public import Foundation

/// The translations into the user's language, from the program's gettext catalog if there is one.
///
/// `LANGUAGE`, `LC_ALL`, `LC_MESSAGES`, and `LANG` select it. Catalogs are stored next to the program's folder:
/// `bin/dukedir` reads `share/locale/es/LC_MESSAGES/duke-directory.mo`.
public enum Localization {
    /// The file name of the catalogs. The server's package has its own copy.
    private static let domain = program.lastPathComponent == server ? server : "duke-directory"

    /// True if there is a catalog for the user's language; otherwise all texts are in English.
    public static let isThere: Bool = {
        // Without an English catalog, gettext would continue with the user's second language.
        if ProcessInfo.processInfo.environment["LANGUAGE"]?.hasPrefix("en") == true { return false }
        _ = setlocale(LC_CTYPE, "")
        _ = setlocale(LC_MESSAGES, "")
        bindtextdomain(domain, folder.path)
        bind_textdomain_codeset(domain, "UTF-8")
        // The empty text is the key of the catalog's header.
        return text(for: "") != ""
    }()

    /// The language tag of all texts, as in HTML; "en" without a catalog.
    public static let tag: String = {
        let head = isThere ? text(for: "") : ""
        let line = head.split(separator: "\n").first { $0.hasPrefix("Language: ") } ?? "Language: en"
        return line.dropFirst("Language: ".count).map { $0 == "_" ? "-" : String($0) }.joined()
    }()

    /// The locale for dates and numbers.
    public static let locale = Locale(identifier: isThere ? tag : "en_US")

    /// The translation of `english`, or `english` itself.
    static func text(for english: String) -> String {
        // Without a translation, gettext returns its argument, which must still be valid then.
        english.withCString { text in dgettext(domain, text).map { String(cString: $0) } ?? english }
    }

    /// The translation for `count`, in the language's plural form.
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
