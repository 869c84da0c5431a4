public import GtkKit
internal import Language

extension PrintError: CustomStringConvertible {
    /// What happened and what to do, in a sentence or two.
    public var description: String {
        switch self {
        case .notWritten(let name, true):
            translated("“\(name)” could not be written: the disk is full. Make room and try again.")
        case .notWritten(let name, false):
            translated("“\(name)” could not be written. Choose another folder or name.")
        case .notPrinted(let reason): Self.notPrinted(reason ?? translated("the printing system gave up"))
        case .nothing: translated("There is nothing to print.")
        }
    }

    private static func notPrinted(_ reason: String) -> String {
        var text = reason[...]
        while let last = text.last, last == "." || last.isWhitespace { text.removeLast() }
        return translated("Nothing was printed: \(String(text)). Check the printer, or export a PDF instead.")
    }
}
