public import DirectoryModel
import Foundation

/// An element that was set aside, and its place in the store.
public struct StoredRejectedElement: Equatable, Sendable, Identifiable {
    public let id: Int64
    /// The element.
    public let element: RejectedElement

    /// Makes a stored element; the parameters are the properties of the same names.
    public init(id: Int64, element: RejectedElement) { (self.id, self.element) = (id, element) }
}
