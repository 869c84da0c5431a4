import Foundation

/// A path of the class server, defined once for the routes (`pattern`) and for clients and pages (`path(_:)`).
public struct ClassPath: Hashable, Sendable {
    /// The path with named placeholders: "/entries/:netid".
    public let pattern: String

    init(_ pattern: String) { self.pattern = pattern }

    public static let user = ClassPath("/user")
    public static let toDos = ClassPath("/todos")
    public static let tours = ClassPath("/api/tours")
    /// The names of the programs that have courses.
    public static let coursePrograms = ClassPath("/api/courses")
    /// The courses of a program.
    public static let courses = ClassPath("/api/courses/in/:program")

    /// The page on which an account’s owner chooses a password.
    public static let passwordLink = ClassPath("/password/:netid/:secret")
    /// The root of the CardDAV resources.
    public static let cardDAV = ClassPath("/dav")
    /// Where CardDAV clients start that know only the host.
    public static let wellKnownCardDAV = ClassPath("/.well-known/carddav")
    public static let health = ClassPath("/health")
    public static let metrics = ClassPath("/metrics")

    /// The path up to the first placeholder.
    public var base: String { pattern.split(separator: "/").prefix { !$0.hasPrefix(":") }.map { "/\($0)" }.joined() }

    /// The path, if it has no placeholder.
    public var path: String { pattern }

    /// The path with `value`, escaped, instead of the placeholder.
    public func path(_ value: String) -> String {
        let escaped = value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        return pattern.split(separator: "/").map { $0.hasPrefix(":") ? "/\(escaped)" : "/\($0)" }.joined()
    }
}
