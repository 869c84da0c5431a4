/// The JSON of several rows.
struct JSONPiece: Sendable {
    let json: [UInt8]
    let count: Int
    /// The first row that is not what was written, or nil.
    let damaged: Int64?
}
