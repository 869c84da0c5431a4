import ClassAPI
import DirectoryModel
import Foundation
import Language

/// One entry on the page: picture, sentences, and every field, so that all of it can be checked.
struct EntryCard<R: DirectoryRecord> {
    let entry: Entry
    let record: R
    /// True where the entry belongs to the person who signed in.
    let isYours: Bool

    var html: HTML {
        """
        <article class="card\(isYours ? " yours" : "")" id="\(entry.owner)">
        <div class="top">\(face)<div><h3>\(record.displayName)</h3>\(pills)\(contact)</div></div>
        \(sentences)
        <details\(isYours ? " open" : "")><summary>\(translated("All fields"))</summary>\
        <dl>\(fields)</dl></details></article>

        """
    }

    /// The picture, fetched when it comes into view, or initials on a color derived from the NetID.
    private var face: HTML {
        let hue = entry.owner.utf8.reduce(7) { ($0 * 31 + Int($1)) % 360 }
        guard hasPicture else {
            return "<div class=\"face\" style=\"--hue: \(hue)\" aria-hidden=\"true\">\(initials)</div>"
        }
        let address = R.entryPaths.picture.path(entry.owner)
        return """
            <img class="face" style="--hue: \(hue)" src="\(address)" alt="\(translated("Picture of \(record.displayName)"))" \
            width="64" height="64" loading="lazy" decoding="async">
            """
    }

    private var hasPicture: Bool {
        Data(base64Encoded: String(picture.prefix(16))).flatMap(PictureKind.init) != nil
    }

    private var initials: String {
        let words = record.displayName.split(separator: " ")
        return [words.first, words.count > 1 ? words.last : nil].compactMap { $0?.first }.map(String.init).joined()
            .uppercased()
    }

    private var pills: HTML {
        let words = (isYours ? [translated("You")] : []) + record.pillParts.map(\.text)
        return HTML(words.map { "<span class=\"pill\">\($0)</span> " })
    }

    private var contact: HTML {
        guard let field = R.fields.first(where: { $0.editor == .text(.email) }) else { return "" }
        let email = field.displayText(record)
        guard !email.isEmpty else { return "<div class=\"dim\">\(translated("No email address"))</div>" }
        return "<div>\(Self.mail(email))</div>"
    }

    /// A link to write to an address, where it is valid; mail programs would misread an odd one.
    private static func mail(_ text: String) -> HTML {
        guard case .success(let address) = Rule.email.checked(text),
            let written = address.addingPercentEncoding(withAllowedCharacters: Addresses.plain)
        else { return "\(text)" }
        return "<a href=\"mailto:\(written)\">\(text)</a>"
    }

    private var fields: HTML {
        HTML(
            R.fields.map { field in
                let text = field.isPicture ? (hasPicture ? translated("set") : "") : field.displayText(record)
                guard !text.isEmpty else {
                    return "<dt>\(field.label)</dt><dd class=\"dim\">\(translated("not set"))</dd>"
                }
                let shown: HTML = field.editor == .text(.email) ? Self.mail(text) : "\(text)"
                return "<dt>\(field.label)</dt><dd>\(shown)</dd>"
            })
    }

    private var picture: String { R.fields.first(where: \.isPicture)?.value(record).text ?? "" }

    private var sentences: HTML {
        let sentences = record.text(style: .sentences)
        return sentences.isEmpty ? "" : "<p>\(sentences)</p>"
    }
}

private enum Addresses {
    /// The characters of an address that need no escape.
    static let plain = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789@.-_+")
}
