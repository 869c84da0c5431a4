public import DirectoryModel
import Foundation
import Language

/// English writes words in headings with a capital, others do not.
extension Collection {
    /// "Person": what a heading calls one of it.
    public var oneInHeadings: String { Catalogue.isThere ? one : one.capitalized }

    /// "People": what a heading calls several of it.
    public var manyInHeadings: String { Catalogue.isThere ? many : title }

    /// "2 People": what a heading calls so many of it.
    public func inHeadings(_ count: Int) -> String { Catalogue.isThere ? counted(count) : counted(count).capitalized }
}
