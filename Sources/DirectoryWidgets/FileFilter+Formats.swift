public import GtkKit
internal import Language

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
