public import Foundation

/// One element of a JSON list as it arrived.
public enum ListElement: Equatable, Sendable {
    /// The element's bytes, all of them.
    case whole(Data)
    /// Larger than any record can be; only its start was kept.
    case tooLarge(start: Data)
}
