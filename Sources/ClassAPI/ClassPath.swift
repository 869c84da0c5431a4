import Foundation

/// An address of the class server, from the server's own address on. Each is written here and nowhere else: the server
/// answers at its `pattern`, clients and pages ask at `path(_:)`.
public struct ClassPath: Hashable, Sendable {
    /// The address, with a name after a colon where a value belongs: "/entries/:netid".
    public let pattern: String

    private init(_ pattern: String) { self.pattern = pattern }

    /// Everyone's entries, as a page for browsers.
    public static let entries = ClassPath("/entries")
    /// Everyone's entries, as JSON.
    public static let allEntries = ClassPath("/entries/all")
    /// Where one's own entry is added.
    public static let newEntry = ClassPath("/entries/create")
    /// The entry of a NetID.
    public static let entry = ClassPath("/entries/:netid")
    /// The picture of the entry of a NetID.
    public static let picture = ClassPath("/entries/:netid/picture")
    /// The account of whoever signs in.
    public static let user = ClassPath("/user")
    /// The to-dos.
    public static let toDos = ClassPath("/todos")
    /// The tours.
    public static let tours = ClassPath("/api/tours")
    /// The courses of a program.
    public static let courses = ClassPath("/api/courses/in/:program")

    /// The address where no value must be filled in.
    public var path: String { pattern }

    /// The address with `value`, escaped, in the place of the name.
    public func path(_ value: String) -> String {
        let escaped = value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        return pattern.split(separator: "/").map { $0.hasPrefix(":") ? "/\(escaped)" : "/\($0)" }.joined()
    }
}
