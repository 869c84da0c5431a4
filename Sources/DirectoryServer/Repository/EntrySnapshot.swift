public import Foundation

/// All entries at one moment, returned in pieces.
public protocol EntrySnapshot: Sendable {
    /// The tag of the list at that moment.
    var tag: String { get }
    /// How many entries there are.
    var count: Int { get }
    /// How many bytes their JSON has together.
    var byteCount: Int { get }

    /// The next entries after `position` (0 to begin with), or nil at the end.
    func piece(after position: Int64) async throws -> EntryPiece?
}

/// Some entries' JSON, with commas between them.
public struct EntryPiece: Sendable {
    public let json: Data
    /// Where the next piece starts.
    public let position: Int64

    public init(json: Data, position: Int64) {
        self.json = json
        self.position = position
    }
}
