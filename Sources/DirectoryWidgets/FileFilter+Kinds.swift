public import GtkKit
internal import Language

extension FileFilter {
    /// The pictures that `PictureImporter` reads.
    public static let pictures = FileFilter(
        name: translated("Pictures"), types: ["image/jpeg", "image/png", "image/gif", "image/webp", "image/bmp"])
    /// The lists that can be imported.
    public static let lists = FileFilter(
        name: translated("Lists"), patterns: ["*.json", "*.plist", "*.csv", "*.tsv", "*.txt", "*.vcf", "*.vcard"])
    /// vCards.
    public static let cards = FileFilter(
        name: translated("vCards"), types: ["text/vcard"], patterns: ["*.vcf", "*.vcard"])
    /// Tables of comma separated values.
    public static let tables = FileFilter(name: translated("Tables"), patterns: ["*.csv"])
    /// Lists in JSON.
    public static let json = FileFilter(name: "JSON", patterns: ["*.json"])
    /// PDF documents.
    public static let pdfs = FileFilter(
        name: translated("PDF Documents"), types: ["application/pdf"], patterns: ["*.pdf"])
    /// All files.
    public static let all = FileFilter(name: translated("All Files"), patterns: ["*"])
}
