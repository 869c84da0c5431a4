public import DirectoryModel
import Foundation
import Language

/// English capitalizes words in headings; other languages do not.
extension CollectionInfo {
    /// "Person": the name of one record in a heading.
    public var oneInHeadings: String { Localization.isThere ? one : one.capitalized }

    /// "People": the name of several records in a heading.
    public var manyInHeadings: String { Localization.isThere ? many : title }

    /// "2 People": a number of records in a heading.
    public func inHeadings(_ count: Int) -> String {
        Localization.isThere ? counted(count) : counted(count).capitalized
    }
}
