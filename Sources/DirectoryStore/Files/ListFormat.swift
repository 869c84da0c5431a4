public import Foundation

/// The file format of a list.
public enum ListFormat: String, Sendable, CaseIterable {
    /// A JSON list.
    case json
    /// A table of comma separated values.
    case csv
    /// A file of vCards.
    case vcard

    /// The format for the extension of a file's name; JSON for an unknown extension.
    public init(nameOf url: URL) {
        switch url.pathExtension.lowercased() {
        case "csv": self = .csv
        case "vcf", "vcard": self = .vcard
        default: self = .json
        }
    }
}
