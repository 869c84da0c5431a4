public import Foundation

/// How a list is written.
public enum ListFormat: String, Sendable, CaseIterable {
    case json, csv, vcard

    /// What the end of a file's name stands for; JSON where it stands for nothing.
    public init(nameOf url: URL) {
        switch url.pathExtension.lowercased() {
        case "csv": self = .csv
        case "vcf", "vcard": self = .vcard
        default: self = .json
        }
    }
}
