import DirectoryModel
import Foundation
import Language

extension Collection {
    /// "Person": what a heading calls one of it. English writes words in headings with a capital, others do not.
    var oneInHeadings: String { Catalogue.isThere ? one : one.capitalized }

    /// "2 People": what a heading calls so many of it.
    func inHeadings(_ count: Int) -> String { Catalogue.isThere ? counted(count) : counted(count).capitalized }
}
