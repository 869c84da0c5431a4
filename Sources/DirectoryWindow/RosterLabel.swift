import GtkKit
import Language

/// The labels of the options in a roster's window and of its buttons.
enum RosterLabel: CaseIterable {
    case print, export, subject, title, sections, columns, signIn, paper, landscape

    /// The visible label.
    var words: String {
        switch self {
        case .print: translated("Print…")
        case .export: translated("Export PDF…")
        case .subject: translated("Content")
        case .title: translated("Title")
        case .sections: translated("Sections")
        case .columns: translated("Pictures per row")
        case .signIn: translated("Signature line")
        case .paper: translated("Paper")
        case .landscape: translated("Landscape")
        }
    }

    /// The label with an underscore before the letter that goes to the option; all letters differ.
    var marked: String { Self.allMarked[self] ?? words }

    private static let allMarked = Dictionary(
        uniqueKeysWithValues: zip(allCases, AccessKeys.assign(allCases.map(\.words))))
}
