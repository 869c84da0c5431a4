/// How the names of a collection's people are learned by their faces.
public struct FaceNames<R: DirectoryRecord>: Sendable {
    /// The full name, or "" where it was not given.
    public let name: @Sendable (R) -> String
    /// The person in sentences that do not contain the name; screen readers say it in place of the face.
    public let description: @Sendable (R) -> String
    /// The fields that people who may be confused have in common.
    let alike: [R.Key]

    /// Makes it; the parameters are the properties of the same names.
    public init(
        name: @escaping @Sendable (R) -> String, description: @escaping @Sendable (R) -> String, alike: [R.Key] = []
    ) {
        (self.name, self.description, self.alike) = (name, description, alike)
    }

    /// What the person may have in common with others: a text for each of those fields, "" where it was not given.
    public func likeness(of record: R) -> [String] { alike.map { Folding.text(record.displayText($0)) } }
}
