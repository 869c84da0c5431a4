import DirectoryScreens
import GtkKit

/// A row of a list among the results of a search: two lines, without buttons.
@MainActor
final class ResultRow {
    let drawing: RowDrawing
    let widget: DrawnBox

    init(_ content: RowContent, marker: TextMarker, heights: LineHeights) {
        drawing = RowDrawing(style: .comfortable, heights: heights)
        widget = drawing.makeBox()
        if let isOn = content.isOn { addCheck(isOn: isOn) }
        drawing.show(content, marker: marker)
    }

    /// The state of a to-do, which only its own list can change.
    private func addCheck(isOn: Bool) {
        let check = CheckButton.inRow(accessibleName: "")
        check.setActive(isOn)
        check.canTarget = false
        drawing.check = check
        widget.append(check)
    }
}
