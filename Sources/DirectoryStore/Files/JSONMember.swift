/// A field: its key as the beginning of a JSON member, where its value is, and how that is written. It is not generic,
/// because the program looks up generic types again for every row.
struct JSONMember: Sendable {
    let name: [UInt8]
    /// The place of its column, or nil for the picture.
    let column: Int?
    let form: Form

    /// How the column of a field becomes JSON. A field is large and copying it takes longer than its text does, so the
    /// usual values are written without it.
    enum Form: Sendable {
        case key
        case text
        case list
        /// One of these words, each with its JSON.
        case choice([(word: [UInt8], json: [UInt8])])
        case picture
        /// As the field says.
        case field
    }
}
