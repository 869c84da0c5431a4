/// A record some of whose fields are broken in the JSON, or of a type that no field has; those have their default.
struct PartlyRead<R: DirectoryRecord>: Error {
    let record: R
    /// The keys of the fields that are broken.
    let unread: Set<String>
    /// The fault of the first of them.
    let reason: NotARecord
}
