import DirectoryWidgets
import GtkKit

/// Two drawings of a hobby beside a picture. They move for a few seconds when they are shown or the pointer enters, as
/// the style sheet says: not in an inactive window, and not where the desktop has animations off.
final class HobbyScene {
    let widget = Overlay().styled("hobby-scene")
    private let drawings = [
        Image(iconName: "", pixelSize: 48).aligned(horizontally: .start, vertically: .start),
        Image(iconName: "", pixelSize: 34).aligned(horizontally: .end, vertically: .end),
    ]
    private let length: Double
    private var timer: LoopTimer?

    /// - Parameter length: how long they move, in seconds.
    init(around picture: Widget, length: Double = 5) {
        self.length = length
        let room = Box()
        room.setSize(width: 208, height: 144)
        widget.child = room
        for child in drawings + [picture] { widget.addOverlay(child) }
        drawings[0].setMargins(top: 8)
        drawings[1].setMargins(bottom: 12)
        widget.onHover(enter: { [weak self] in self?.play() }, leave: {})
    }

    /// A hobby's family in the table of hobbies; nil without one.
    var family: String? {
        didSet {
            guard family != oldValue else { return }
            if let oldValue { widget.removeClass("scene-\(oldValue)") }
            if let family { widget.addClass("scene-\(family)") }
            for drawing in drawings {
                drawing.iconName = family.map { "duke-directory-hobby-\($0)-symbolic" } ?? ""
                drawing.isVisible = family != nil
            }
            if family == nil { stop() }
        }
    }

    func play() {
        guard family != nil, Desktop.animationsEnabled else { return }
        let wasPlaying = timer != nil
        timer = MainLoop.after(seconds: length) { [weak self] in self?.stop() }
        guard wasPlaying, let window = widget.root else { return widget.addClass("playing") }
        // A frame without the class restarts the animation.
        widget.removeClass("playing")
        window.afterNextFrame { [weak self] in
            if let self, timer != nil { widget.addClass("playing") }
        }
    }

    private func stop() {
        widget.removeClass("playing")
        timer = nil
    }

    var isPlaying: Bool { widget.hasClass("playing") }
}
