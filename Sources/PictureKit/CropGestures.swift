internal import CGtk
internal import Foundation
internal import GtkKit

// What the user does with the view. The handlers stand on the widget, which keeps the canvas, and so hold neither.
extension CropCanvas {
    private static let arrows = ["Left": (-1.0, 0.0), "Right": (1, 0), "Up": (0, -1), "Down": (0, 1)]
    private static let step = 1.2

    func listen(to view: CropView) {
        listenToDrags(view)
        listenToScrolls(view)
        listenToPinches(view)
        view.onKey { [weak self] key in self?.pressed(key) ?? false }
    }

    /// Returns whether the key means anything here.
    func pressed(_ key: Key) -> Bool {
        guard !key.alt, !key.control else { return false }
        let name = key.name.hasPrefix("KP_") ? String(key.name.dropFirst(3)) : key.name
        if let arrow = Self.arrows[name] {
            // The picture goes where the arrow points, as it follows the pointer.
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
        let start = Start()
        view.onDrag(
            begin: { [weak self] _, _ in
                guard let self, let widget = self.widget else { return true }
                gtk_widget_grab_focus(widget)
                (start.geometry, self.isDragged) = (self.geometry, true)
                self.change { _ in }
                return true
            },
            update: { [weak self] x, y in
                guard let self, let begun = start.geometry else { return false }
                let scale = self.scale
                self.change {
                    // Zooming meanwhile keeps what it did.
                    guard begun.zoom == $0.zoom else { return start.geometry = $0 }
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

    private func listenToScrolls(_ view: CropView) {
        let pointer = Start()
        guard let motion = gtk_event_controller_motion_new(),
            let controller = gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_VERTICAL)
        else { return }
        Signal.point(cast(motion), "motion") { pointer.place = ($0, $1) }
        Signal.point(cast(motion), "enter") { pointer.place = ($0, $1) }
        Signal.scroll(cast(controller), "scroll") { [weak self] _, y in
            guard let self else { return false }
            // Touchpads tell pixels, wheels tell clicks.
            let isPixels = gtk_event_controller_scroll_get_unit(controller) == GDK_SCROLL_UNIT_SURFACE
            self.zoom(by: pow(Self.step, -(isPixels ? y / 40 : y)), around: pointer.place)
            return true
        }
        gtk_widget_add_controller(view.widget, cast(motion))
        gtk_widget_add_controller(view.widget, cast(controller))
    }

    private func listenToPinches(_ view: CropView) {
        guard let gesture = gtk_gesture_zoom_new() else { return }
        let start = Start()
        Signal.pointer(cast(gesture), "begin") { [weak self] _ in start.geometry = self?.geometry }
        Signal.number(cast(gesture), "scale-changed") { [weak self] factor in
            guard let self, let begun = start.geometry else { return }
            var center = (x: 0.0, y: 0.0)
            gtk_gesture_get_bounding_box_center(gesture, &center.x, &center.y)
            self.change { $0 = begun }
            self.zoom(by: factor, around: (center.x, center.y))
        }
        gtk_widget_add_controller(view.widget, cast(gesture))
    }

    /// Zooms so that what is under the place, in the widget's pixels, stays there.
    func zoom(by factor: Double, around place: (x: Double, y: Double)) {
        let frame = frame
        change {
            $0.zoom(by: factor, atX: (place.x - frame.x) / frame.side, y: (place.y - frame.y) / frame.side)
        }
    }
}

/// Where a gesture began.
@MainActor
private final class Start {
    var geometry: CropGeometry?
    var place = (x: 0.0, y: 0.0)
}
