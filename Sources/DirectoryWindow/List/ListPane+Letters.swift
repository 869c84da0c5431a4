import DirectoryScreens
import GtkKit

/// The letters beside the list.
extension ListPane {
    func makeLetters() -> LetterStrip {
        LetterStrip(beside: scrolled) { [weak self] in
            self?.list?.rowsSeenWhole.map(Self.row) ?? []
        } jump: { [weak self] letter, seen in
            // Rows that are still to come cannot be scrolled to.
            guard let self, !isFilling, let row = screen.list.letterTapped(letter, seen: seen) else { return }
            list?.scrollTo(id: Self.id(row), atTop: true)
        }
    }
}
