/// A field with an imported value that the record cannot hold.
struct OddField: Sendable {
    let key: String
    let reason: NotARecord
}
