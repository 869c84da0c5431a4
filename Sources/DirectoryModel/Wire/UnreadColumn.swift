/// A column of a table, or a property of a card, that has a value and that no field reads.
public struct UnreadColumn: Hashable, Sendable {
    /// Its name in the file, or what people call it.
    public let name: String
    /// Its place in a table, from 0, where a field may be assigned to it; nil where not.
    public let place: Int?

    /// Makes a column; the parameters are the properties of the same names.
    public init(name: String, place: Int? = nil) { (self.name, self.place) = (name, place) }
}
