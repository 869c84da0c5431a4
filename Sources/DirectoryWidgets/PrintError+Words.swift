public import GtkKit
internal import Language

extension PrintError: CustomStringConvertible {
    /// What happened and what to do, in a sentence or two.
    public var description: String {
        switch self {
        case .notWritten(let name, true):
            translated("“\(name)” could not be written because the disk is full. Free some space and try again.")
        case .notWritten(let name, false):
            translated("“\(name)” could not be written. Choose another folder or name.")
        case .notPrinted(let reason): Self.notPrinted(reason ?? translated("the printing system reported an error"))
        case .cancelled: translated("Canceled. No file was written.")
        case .noRecords: translated("There are no records to print.")
        }
    }

    private static func notPrinted(_ reason: String) -> String {
        var text = reason[...]
        while let last = text.last, last == "." || last.isWhitespace { text.removeLast() }
        return translated("Printing failed: \(String(text)). Check the printer, or export a PDF instead.")
    }
}
