public import Foundation

/// One item of a list.
public struct Item: Equatable, Sendable {
    /// The number that identifies it, from 1 on.
    public let number: Int
    public let json: Data

    public init(number: Int, json: Data) {
        self.number = number
        self.json = json
    }
}
