public import Foundation
public import GtkKit
internal import Language

extension FileChooser {
    /// `present` with Choose and Cancel as labels, unless `accept` differs.
    public static func present(
        over window: Window, title: String, accept: String? = nil, filters: [FileFilter],
        onChosen: @escaping @MainActor (URL?) -> Void
    ) {
        present(
            over: window, title: title, accept: accept ?? translated("Choose"), cancel: translated("Cancel"),
            filters: filters, onChosen: onChosen)
    }

    /// `save` with Save and Cancel as labels, unless `accept` differs.
    public static func save(
        over window: Window, title: String, accept: String? = nil, name: String, filters: [FileFilter],
        onChosen: @escaping @MainActor (URL?) -> Void
    ) {
        save(
            over: window, title: title, accept: accept ?? translated("Save"), cancel: translated("Cancel"), name: name,
            filters: filters, onChosen: onChosen)
    }
}

extension FileFilter {
    /// Formats that `PictureImporter` reads.
    public static let pictures = FileFilter(
        name: translated("Pictures"), types: ["image/jpeg", "image/png", "image/gif", "image/webp", "image/bmp"])
    /// Lists that can be imported.
    public static let lists = FileFilter(
        name: translated("Lists"),
        patterns: ["*.json", "*.plist", "*.csv", "*.tsv", "*.tab", "*.txt", "*.xls", "*.vcf", "*.vcard"])
    public static let cards = FileFilter(
        name: translated("vCards"), types: ["text/vcard"], patterns: ["*.vcf", "*.vcard"])
    public static let tables = FileFilter(name: translated("Tables"), patterns: ["*.csv"])
    public static let json = FileFilter(name: "JSON", patterns: ["*.json"])
    public static let pdfs = FileFilter(
        name: translated("PDF Documents"), types: ["application/pdf"], patterns: ["*.pdf"])
    public static let all = FileFilter(name: translated("All Files"), patterns: ["*"])
}

extension PrintError: CustomStringConvertible {
    /// What happened and what to do.
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
