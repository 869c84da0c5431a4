import GtkKit
import Language

/// What stands beside the options of a roster's window and on its buttons.
enum RosterLabel: CaseIterable {
    case print, export, subject, title, sections, columns, signIn, paper, landscape

    /// What people read.
    var words: String {
        switch self {
        case .print: translated("Print…")
        case .export: translated("Export PDF…")
        case .subject: translated("What")
        case .title: translated("Title")
        case .sections: translated("Sections")
        case .columns: translated("Faces side by side")
        case .signIn: translated("A line to sign on")
        case .paper: translated("Paper")
        case .landscape: translated("Landscape")
        }
    }

    /// The words with an underscore before the letter that goes to the option; no letter stands for two.
    var marked: String { Self.allMarked[self] ?? words }

    private static let allMarked = Dictionary(
        uniqueKeysWithValues: zip(allCases, AccessKeys.assign(allCases.map(\.words))))
}
