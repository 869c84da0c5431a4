/// A record some of whose fields are broken in the JSON, or cannot hold their value; those have their default.
struct PartlyRead<R: DirectoryRecord>: Error {
    let record: R
    /// The keys of those fields.
    let unread: Set<String>
    /// What is wrong with them, in sentences.
    let reason: String
    /// What was left out, and of whom.
    let leftOut: String
}
