import Foundation

/// An address of the class server, relative to the server's own address. Each is defined only here: the server answers
/// at its `pattern`, clients and pages use `path(_:)`.
public struct ClassPath: Hashable, Sendable {
    /// The address, with a name after a colon in place of a value: "/entries/:netid".
    public let pattern: String

    init(_ pattern: String) { self.pattern = pattern }

    /// The account of the person who signs in.
    public static let user = ClassPath("/user")
    /// The to-dos.
    public static let toDos = ClassPath("/todos")
    /// The tours.
    public static let tours = ClassPath("/api/tours")
    /// The names of the programs that have courses.
    public static let coursePrograms = ClassPath("/api/courses")
    /// The courses of a program.
    public static let courses = ClassPath("/api/courses/in/:program")

    /// The page of a link by which the owner of an account chooses a password.
    public static let passwordLink = ClassPath("/password/:netid/:secret")
    /// Where programs read the cards of everyone over CardDAV.
    public static let cardDAV = ClassPath("/dav")
    /// Where such programs begin that know only the server.
    public static let wellKnownCardDAV = ClassPath("/.well-known/carddav")
    /// Whether the server can answer.
    public static let health = ClassPath("/health")
    /// What the server did.
    public static let metrics = ClassPath("/metrics")

    /// The address up to the first name.
    public var base: String { pattern.split(separator: "/").prefix { !$0.hasPrefix(":") }.map { "/\($0)" }.joined() }

    /// The address, where it does not contain a name to replace.
    public var path: String { pattern }

    /// The address with `value`, escaped, in place of the name.
    public func path(_ value: String) -> String {
        let escaped = value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        return pattern.split(separator: "/").map { $0.hasPrefix(":") ? "/\(escaped)" : "/\($0)" }.joined()
    }
}
