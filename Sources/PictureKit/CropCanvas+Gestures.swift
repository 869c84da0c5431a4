internal import Foundation
internal import GtkKit

// The user's input in the view. The widget keeps the handlers and the canvas, so the handlers hold neither.
extension CropCanvas {
    private static let arrows = ["Left": (-1.0, 0.0), "Right": (1, 0), "Up": (0, -1), "Down": (0, 1)]
    private static let step = 1.2

    func listen(to view: CropView) {
        listenToDrags(view)
        view.onScroll { [weak self] clicks, x, y in
            self?.zoom(by: pow(Self.step, -clicks), around: (x, y))
            return self != nil
        }
        listenToPinches(view)
        view.onKey { [weak self] key in self?.pressed(key) ?? false }
    }

    /// Returns whether the key has an effect here.
    func pressed(_ key: Key) -> Bool {
        guard !key.alt, !key.control else { return false }
        let name = key.name.hasPrefix("KP_") ? String(key.name.dropFirst(3)) : key.name
        if let arrow = Self.arrows[name] {
            // The picture moves in the direction of the arrow, as it follows the pointer.
            let distance = geometry.side / (key.shift ? 100 : 20)
            change { $0.move(x: -arrow.0 * distance, y: -arrow.1 * distance) }
            return true
        }
        switch name {
        case "plus", "equal", "Add": change { $0.zoom(by: Self.step) }
        case "minus", "Subtract": change { $0.zoom(by: 1 / Self.step) }
        case "Home", "0": change { $0.reset() }
        default: return false
        }
        return true
    }

    private func listenToDrags(_ view: CropView) {
        var start: CropGeometry?
        view.onDrag(
            begin: { [weak self] _, _ in
                guard let self, let box else { return true }
                box.grabFocus()
                (start, self.isDragged) = (self.geometry, true)
                self.change { _ in }
                return true
            },
            update: { [weak self] x, y in
                guard let self, let begun = start else { return false }
                let scale = self.scale
                self.change {
                    // A zoom during the drag is kept.
                    guard begun.zoom == $0.zoom else { return start = $0 }
                    $0 = begun
                    $0.move(x: -x / scale, y: -y / scale)
                }
                return false
            },
            end: { [weak self] _, _ in
                self?.isDragged = false
                self?.change { _ in }
            })
    }

    private func listenToPinches(_ view: CropView) {
        var start: CropGeometry?
        view.onPinch(
            begin: { [weak self] in start = self?.geometry },
            update: { [weak self] factor, x, y in
                guard let self, let begun = start else { return }
                self.change { $0 = begun }
                self.zoom(by: factor, around: (x, y))
            })
    }

    /// Zooms so that the point at the place, in the widget's pixels, stays there.
    func zoom(by factor: Double, around place: (x: Double, y: Double)) {
        let frame = frame
        change {
            $0.zoom(by: factor, atX: (place.x - frame.x) / frame.side, y: (place.y - frame.y) / frame.side)
        }
    }
}
