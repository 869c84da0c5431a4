public import DirectoryModel
import Foundation
import Language

/// English writes words in headings with a capital, others do not.
extension CollectionInfo {
    /// "Person": what a heading calls one of it.
    public var oneInHeadings: String { Localization.isThere ? one : one.capitalized }

    /// "People": what a heading calls several of it.
    public var manyInHeadings: String { Localization.isThere ? many : title }

    /// "2 People": what a heading calls so many of it.
    public func inHeadings(_ count: Int) -> String {
        Localization.isThere ? counted(count) : counted(count).capitalized
    }
}
