import ClassAPI
import DirectoryModel
import Foundation
import Language

/// One person on the page: picture, sentences, and every field, so that all can be checked.
struct PersonCard {
    let entry: Entry
    let person: DukePerson
    /// True where the entry belongs to whoever signed in.
    let isYours: Bool

    var html: HTML {
        """
        <article class="card\(isYours ? " yours" : "")" id="\(entry.netid)">
        <div class="top">\(face)<div><h3>\(person.displayName)</h3>\(pills)\(contact)</div></div>
        <p>\(person.description)</p>
        <details\(isYours ? " open" : "")><summary>\(translated("All fields"))</summary>\
        <dl>\(fields)</dl></details></article>

        """
    }

    /// The picture, fetched when it comes into view, or initials on a colour drawn from the netid.
    private var face: HTML {
        let hue = entry.netid.utf8.reduce(7) { ($0 * 31 + Int($1)) % 360 }
        guard hasPicture else {
            return "<div class=\"face\" style=\"--hue: \(hue)\" aria-hidden=\"true\">\(initials)</div>"
        }
        let address = ClassPath.picture.path(entry.netid)
        return """
            <img class="face" style="--hue: \(hue)" src="\(address)" alt="\(translated("Picture of \(person.displayName)"))" \
            width="64" height="64" loading="lazy" decoding="async">
            """
    }

    private var hasPicture: Bool {
        Data(base64Encoded: String(person.picture.prefix(16))).flatMap(PictureKind.init) != nil
    }

    private var initials: String {
        let words = person.displayName.split(separator: " ")
        return [words.first, words.count > 1 ? words.last : nil].compactMap { $0?.first }.map(String.init).joined()
            .uppercased()
    }

    private var pills: HTML {
        let words = [isYours ? translated("You") : "", value("role"), value("team")].filter { !$0.isEmpty }
        return HTML(words.map { "<span class=\"pill\">\($0)</span> " })
    }

    private var contact: HTML {
        let email = value("email")
        guard !email.isEmpty else { return "<div class=\"dim\">\(translated("No email given"))</div>" }
        return "<div>\(Self.mail(email))</div>"
    }

    /// An address to write to, where it is one; of an odd one mail programs would make something else.
    private static func mail(_ text: String) -> HTML {
        guard case .success(let address) = Rule.email.checked(text),
            let written = address.addingPercentEncoding(withAllowedCharacters: Self.plainInAddresses)
        else { return "\(text)" }
        return "<a href=\"mailto:\(written)\">\(text)</a>"
    }

    private static let plainInAddresses = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789@.-_+")

    private var fields: HTML {
        HTML(
            DukePerson.fields.map { field in
                let text = field.isPicture ? (hasPicture ? translated("given") : "") : field.text(person)
                guard !text.isEmpty else {
                    return "<dt>\(field.label)</dt><dd class=\"dim\">\(translated("not given"))</dd>"
                }
                let shown: HTML = field.key == "email" ? Self.mail(text) : "\(text)"
                return "<dt>\(field.label)</dt><dd>\(shown)</dd>"
            })
    }

    private func value(_ key: String) -> String { DukePerson.field(named: key)?.text(person) ?? "" }
}
