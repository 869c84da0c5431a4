/// A copy of a row, to be converted on another core.
struct RawRow: Sendable {
    let row: Int64
    let hash: Int64
    /// The values of the columns of fields, in the table's order.
    let values: EncodedValues
    let picture: PictureContent?
}
