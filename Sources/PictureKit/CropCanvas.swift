internal import GtkKit

/// The contents and the drawing of the view. The widget keeps it, not the handle.
@MainActor
final class CropCanvas {
    private static let margin = 24.0

    private(set) var geometry = CropGeometry(width: 1, height: 1)
    private(set) var picture: UprightPicture?
    var handlers: [@MainActor () -> Void] = []
    var isDragged = false
    private var weakBox: WeakWidget<DrawnBox>?
    private var texture: Texture?

    func makeBox() -> DrawnBox {
        let box = DrawnBox(role: .image) { [weak self] snapshot in self?.draw(on: snapshot) }
        weakBox = WeakWidget(box)
        return box
    }

    var box: DrawnBox? { weakBox?.widget }

    func show(_ picture: UprightPicture?) {
        self.picture = picture
        texture = picture?.texture
        change { $0 = CropGeometry(width: picture?.width ?? 1, height: picture?.height ?? 1) }
    }

    func change(_ body: (inout CropGeometry) -> Void) {
        body(&geometry)
        box?.queueDraw()
        for handler in handlers { handler() }
    }

    /// The frame in the widget's pixels.
    var frame: (x: Double, y: Double, side: Double) {
        guard let box else { return (0, 0, 1) }
        let (width, height) = (Double(box.width), Double(box.height))
        let side = max(1, (min(width, height) - 2 * Self.margin).rounded(.down))
        return (((width - side) / 2).rounded(), ((height - side) / 2).rounded(), side)
    }
    /// How many of the widget's pixels are one of the picture's.
    var scale: Double { frame.side / geometry.side }

    private func draw(on snapshot: Snapshot) {
        guard let picture, let texture else { return }
        let (frame, scale) = (frame, scale)
        let (width, height) = (snapshot.width, snapshot.height)
        snapshot.draw(
            texture, frame.x - geometry.x * scale, frame.y - geometry.y * scale,
            width: Double(picture.width) * scale, height: Double(picture.height) * scale)
        let (right, bottom) = (frame.x + frame.side, frame.y + frame.side)
        for (x, y, width, height) in [
            (0, 0, width, frame.y), (0, bottom, width, height - bottom), (0, frame.y, frame.x, frame.side),
            (right, frame.y, width - right, frame.side),
        ] { snapshot.fill(x, y, width: width, height: height, color: .black, opacity: 0.6) }
        if isDragged {
            for third in [frame.side / 3, frame.side * 2 / 3] {
                snapshot.fill(frame.x + third, frame.y, width: 1, height: frame.side, color: .white, opacity: 0.4)
                snapshot.fill(frame.x, frame.y + third, width: frame.side, height: 1, color: .white, opacity: 0.4)
            }
        }
        // Lists show pictures in a circle: it marks the part they show.
        for (radius, thickness, opacity) in [(frame.side / 2, 1.0, 0.45), (0, 2, 1)] {
            snapshot.border(
                frame.x, frame.y, width: frame.side, height: frame.side, radius: radius, thickness: thickness,
                color: .white, opacity: opacity)
        }
    }
}
