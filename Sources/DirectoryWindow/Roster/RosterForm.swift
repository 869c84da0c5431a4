import DirectoryModel
import DirectoryScreens
import DirectoryWidgets
import GtkKit
import Language

@MainActor
final class RosterForm {
    let widget = Box(.vertical, spacing: 12).padded(18)
    private let screen: RosterScreen
    private let title = Entry()
    private let faces = Box(.vertical, spacing: 12)
    private let columns = DropDown(RosterForm.words(of: []))
    private let signIn = CheckButton()
    /// True while the columns are adjusted to the paper, which is not the user's choice.
    private var isUpdating = false

    init(screen: RosterScreen) {
        self.screen = screen
        build()
        redraw(self) { $0.draw() }
    }

    private static func words(of columns: [Int]) -> [String] {
        [translated("Automatic")] + columns.map { "\($0)" }
    }

    private func build() {
        let subjects = screen.subjects
        if subjects.count > 1 {
            add(
                .subject,
                choice(subjects.map(screen.label), subjects.firstIndex(of: screen.options.subject)) {
                    [screen] in screen.subjectChosen(subjects[$0])
                }, to: widget)
        }
        title.maxLength = 120
        title.onChanged { [screen] in screen.titleChanged($0) }
        add(.title, title, to: widget)
        buildFaces()
        widget.append(faces)
        let papers = Paper.all
        add(
            .paper,
            choice(papers.map(\.title), papers.firstIndex(of: screen.options.paper)) { [screen] in
                screen.paperChosen(papers[$0])
            }, to: widget)
        let landscape = CheckButton()
        landscape.setLabel(marked: RosterLabel.landscape.marked)
        landscape.isActive = screen.options.isLandscape
        landscape.onToggled { [screen] in screen.landscapeToggled($0) }
        widget.append(landscape)
    }

    private func buildFaces() {
        let groupings = screen.groupings
        if groupings.count > 1 {
            let chosen = groupings.firstIndex { $0.id == screen.options.grouping }
            add(
                .sections,
                choice(groupings.map(\.label), chosen) { [screen] in
                    screen.groupingChosen(groupings[$0].id)
                }, to: faces)
        }
        columns.onSelected { [weak self] in self?.columnsSelected($0) }
        add(.columns, columns, to: faces)
        signIn.setLabel(marked: RosterLabel.signIn.marked)
        signIn.isActive = screen.options.hasSignIn
        signIn.onToggled { [screen] in screen.signInToggled($0) }
        faces.append(signIn)
    }

    /// How many choices of columns there are, and which is shown.
    var columnsOffered: (count: Int, chosen: String) { (columns.count, columns.selectedWord) }

    private func columnsSelected(_ place: Int) {
        guard !isUpdating else { return }
        let choices = screen.columnChoices
        screen.columnsChosen(choices.indices.contains(place - 1) ? choices[place - 1] : nil)
    }

    private func choice(_ words: [String], _ chosen: Int?, _ handler: @escaping @MainActor (Int) -> Void) -> DropDown {
        let list = DropDown(words, searchName: translated("Search"))
        list.selected = chosen ?? 0
        list.onSelected { if words.indices.contains($0) { handler($0) } }
        return list
    }

    private func add(_ name: RosterLabel, _ control: Widget, to box: Box) {
        let label = Label.line().styled("dim-label")
        control.accessibleName = name.words
        label.setText(marked: name.marked, for: control)
        box.append(Box(.vertical, spacing: 4, [label, control]))
    }

    private func draw() {
        faces.isVisible = screen.hasFaces
        if title.text != screen.options.title { title.text = screen.options.title }
        drawColumns()
    }

    /// Offers as many columns as fit the paper.
    private func drawColumns() {
        isUpdating = true
        defer { isUpdating = false }
        let choices = screen.columnChoices
        columns.offer(Self.words(of: choices))
        columns.selected = screen.columns.flatMap(choices.firstIndex).map { $0 + 1 } ?? 0
    }
}

/// The labels of the options in a roster's window and of its buttons.
enum RosterLabel: CaseIterable {
    case print, export, subject, title, sections, columns, signIn, paper, landscape

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
