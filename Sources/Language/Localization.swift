import CIntl
public import Foundation

/// The translations of this computer's language: gettext's catalogue of the program, where there is one.
///
/// `LANGUAGE`, `LC_ALL`, `LC_MESSAGES` and `LANG` choose it, as everywhere. The catalogues rest beside the program's
/// folder: `bin/dukedir` reads `share/locale/es/LC_MESSAGES/duke-directory.mo`.
public enum Localization {
    /// Whom to ask for what GTK reads in descriptions of its own; nil where there is no catalogue to ask.
    public static var boundDomain: String? { isThere ? domain : nil }

    /// The name of the catalogues' files. The server is packed apart from the other programs, and so are its
    /// catalogues; what they say is the same.
    private static let domain = program.lastPathComponent == server ? server : "duke-directory"

    /// True where this computer's language has a catalogue; otherwise everything is said in English.
    public static let isThere: Bool = {
        // English has no catalogue, so gettext would go on to the second language somebody reads.
        if ProcessInfo.processInfo.environment["LANGUAGE"]?.hasPrefix("en") == true { return false }
        _ = setlocale(LC_CTYPE, "")
        _ = setlocale(LC_MESSAGES, "")
        bindtextdomain(domain, folder.path)
        bind_textdomain_codeset(domain, "UTF-8")
        // The empty text stands for the catalogue's own head.
        return text(for: "") != ""
    }()

    /// What pages call the language that everything is said in: "es", or "en" where there is no catalogue.
    public static let tag: String = {
        let head = isThere ? text(for: "") : ""
        let line = head.split(separator: "\n").first { $0.hasPrefix("Language: ") } ?? "Language: en"
        return line.dropFirst("Language: ".count).map { $0 == "_" ? "-" : String($0) }.joined()
    }()

    /// How dates and numbers are written beside the words.
    public static let locale = Locale(identifier: isThere ? tag : "en_US")

    /// What the catalogue has for `english`, or that itself.
    static func text(for english: String) -> String {
        // What gettext does not know it gives back as it is, so the pointer must be valid until that is read.
        english.withCString { text in dgettext(domain, text).map { String(cString: $0) } ?? english }
    }

    /// What the catalogue has for so many; every language counts in its own way.
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
