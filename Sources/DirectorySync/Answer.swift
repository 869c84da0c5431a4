import Foundation

/// A short answer, read whole.
struct Answer: Sendable {
    let body: Data
    let tag: String?
}
