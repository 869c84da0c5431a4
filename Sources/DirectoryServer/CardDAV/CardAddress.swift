import ClassAPI
import Foundation

/// The address of a CardDAV resource.
enum CardAddress: Hashable, Sendable {
    /// The server’s own root, where clients begin that know only its name.
    case server
    case root
    case principal
    /// The collection of the address books.
    case home
    case book(String)
    /// A card by its file name, which clients invent for new ones.
    case card(String, book: String)

    enum Kind { case folder, principal, book, card }

    static func card(_ key: Int, book: String) -> CardAddress { .card("\(key).vcf", book: book) }

    /// - Parameter reference: a path, or a URL of any server. Nil if it leads nowhere.
    init?(_ reference: String) {
        let path = reference.hasPrefix("/") ? reference : URL(string: reference)?.path(percentEncoded: true) ?? ""
        guard path.hasPrefix("/") else { return nil }
        let parts = path.split(separator: "/").map { $0.removingPercentEncoding ?? String($0) }
        switch parts.count {
        case 0: self = .server
        case 3: self = .book(parts[2])
        case 4: self = .card(parts[3], book: parts[2])
        default:
            let folders: [CardAddress] = [.root, .principal, .home]
            guard let folder = folders.first(where: { $0.parts == parts }) else { return nil }
            self = folder
        }
        guard parts == self.parts else { return nil }
    }

    private var parts: [String] {
        let root = String(ClassPath.cardDAV.path.dropFirst())
        return switch self {
        case .server: []
        case .root: [root]
        case .principal: [root, "principal"]
        case .home: [root, "home"]
        case .book(let name): [root, "home", name]
        case .card(let name, let book): [root, "home", book, name]
        }
    }

    /// Collections end with a slash.
    var path: String { parts.map { "/\($0)" }.joined() + (kind == .card ? "" : "/") }

    var kind: Kind {
        switch self {
        case .server, .root, .home: .folder
        case .principal: .principal
        case .book: .book
        case .card: .card
        }
    }

    /// The name of the address book that it is or is in.
    var book: String? {
        switch self {
        case .book(let name), .card(_, let name): name
        default: nil
        }
    }

    /// The key of the entry whose card it is.
    var key: Int? {
        guard case .card(let name, _) = self, let key = Int(name.prefix { $0 != "." }), name == "\(key).vcf" else {
            return nil
        }
        return key
    }

    /// The methods that the resource allows.
    var methods: String {
        switch kind {
        case .card: "OPTIONS, GET, HEAD, PROPFIND"
        case .book: "OPTIONS, PROPFIND, REPORT"
        case .folder, .principal: "OPTIONS, PROPFIND"
        }
    }
}
