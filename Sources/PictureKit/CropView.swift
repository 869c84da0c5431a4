internal import Foundation
public import GtkKit
internal import Language

/// Lets the user crop a picture to a square. Dragging and arrow keys move the picture; scrolling, pinching, + and -
/// zoom; Home and 0 reset it.
public final class CropView: Widget {
    private static let margin = 24
    private static let arrows = ["Left": (-1.0, 0.0), "Right": (1, 0), "Up": (0, -1), "Down": (0, 1)]
    private static let step = 1.2

    private var geometry = CropGeometry(width: 1, height: 1)
    private var texture: Texture?
    private var handlers: [@MainActor () -> Void] = []
    private var isDragged = false

    public init(picture: Pixbuf? = nil) {
        let drawn = DrawnView()
        super.init(root: DrawnBox(role: .image) { drawn.view?.draw(on: $0) })
        drawn.view = self
        addClass("crop")
        focusable = true
        overflowHidden = true
        hexpand = true
        vexpand = true
        setSize(width: 200, height: 200)
        accessibleName = translated("Picture in a square frame")
        accessibleDescription =
            translated("Arrow keys move the picture, plus and minus zoom, and Home resets it.")
        listenToDrags()
        onScroll { [weak self] clicks, x, y in
            self?.zoom(by: pow(Self.step, -clicks), around: (x, y))
            return self != nil
        }
        listenToPinches()
        onKey { [weak self] key in self?.pressed(key) ?? false }
        self.picture = picture
        showPicture()
    }

    public var picture: Pixbuf? { didSet { showPicture() } }

    private func showPicture() {
        texture = picture?.texture
        change { $0 = CropGeometry(width: picture?.width ?? 1, height: picture?.height ?? 1) }
    }

    /// The visible part in the picture's pixels.
    public var crop: CropRect {
        get { geometry.crop }
        set { change { $0.crop = newValue } }
    }

    /// The zoom from 0, the largest part, to 1, the smallest.
    public var zoom: Double {
        get { geometry.zoom }
        set { change { $0.zoom = newValue } }
    }
    /// Whether the picture has enough pixels to zoom.
    public var canZoom: Bool { geometry.canZoom }

    /// Zooms by a factor.
    public func zoom(by factor: Double) { change { $0.zoom(by: factor) } }

    /// Shows the largest part.
    public func reset() { change { $0.reset() } }

    /// Runs the handler after each move and zoom.
    public func onChanged(_ handler: @escaping @MainActor () -> Void) { handlers.append(handler) }

    private func change(_ body: (inout CropGeometry) -> Void) {
        body(&geometry)
        queueDraw()
        for handler in handlers { handler() }
    }

    var frame: PixelRect {
        let side = max(1, min(width, height) - 2 * Self.margin)
        return PixelRect(x: 0, y: 0, width: width, height: height).middle(side)
    }
    /// Pixels of the widget per pixel of the picture.
    private var scale: Double { Double(frame.width) / geometry.side }

    fileprivate func draw(on snapshot: Snapshot) {
        guard let picture, let texture else { return }
        let (frame, scale) = (frame, scale)
        snapshot.draw(
            texture, Double(frame.x) - geometry.x * scale, Double(frame.y) - geometry.y * scale,
            width: Double(picture.width) * scale, height: Double(picture.height) * scale)
        let side = frame.width
        let (right, bottom) = (frame.x + side, frame.y + side)
        for (x, y, width, height) in [
            (0, 0, width, frame.y), (0, bottom, width, height - bottom), (0, frame.y, frame.x, side),
            (right, frame.y, width - right, side),
        ] { snapshot.fill(PixelRect(x: x, y: y, width: width, height: height), color: .black.faded(by: 0.6)) }
        if isDragged {
            for third in [side / 3, side * 2 / 3] {
                for (x, y, width, height) in [(third, 0, 1, side), (0, third, side, 1)] {
                    snapshot.fill(
                        PixelRect(x: frame.x + x, y: frame.y + y, width: width, height: height),
                        color: .white.faded(by: 0.4))
                }
            }
        }
        // The circle that lists show.
        for (radius, thickness, opacity) in [(Double(side) / 2, 1.0, 0.45), (0, 2, 1)] {
            snapshot.border(frame, radius: radius, thickness: thickness, color: .white.faded(by: opacity))
        }
    }

    /// - Returns: whether the key was consumed.
    func pressed(_ key: Key) -> Bool {
        guard !key.alt, !key.control else { return false }
        if let arrow = Self.arrows[key.name] {
            // An arrow moves the picture, not the frame.
            let distance = geometry.side / (key.shift ? 100 : 20)
            change { $0.move(x: -arrow.0 * distance, y: -arrow.1 * distance) }
            return true
        }
        switch key.name {
        case "plus", "equal": change { $0.zoom(by: Self.step) }
        case "minus": change { $0.zoom(by: 1 / Self.step) }
        case "Home", "0": change { $0.reset() }
        default: return false
        }
        return true
    }

    private func listenToDrags() {
        var start: CropGeometry?
        onDrag(
            begin: { [weak self] _, _ in
                guard let self else { return true }
                grabFocus()
                start = self.geometry
                self.isDragged = true
                self.change { _ in }
                return true
            },
            update: { [weak self] x, y in
                guard let self, let begun = start else { return false }
                let scale = self.scale
                self.change {
                    // Keeps a zoom during the drag.
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

    private func listenToPinches() {
        var start: CropGeometry?
        onPinch(
            begin: { [weak self] in start = self?.geometry },
            update: { [weak self] factor, x, y in
                guard let self, let begun = start else { return }
                self.change { $0 = begun }
                self.zoom(by: factor, around: (x, y))
            })
    }

    /// Zooms around a point in the widget.
    func zoom(by factor: Double, around point: (x: Double, y: Double)) {
        let frame = frame
        change {
            $0.zoom(
                by: factor, atX: (point.x - Double(frame.x)) / Double(frame.width),
                y: (point.y - Double(frame.y)) / Double(frame.width))
        }
    }
}

/// Refers to the view before it is initialized.
@MainActor
private final class DrawnView {
    weak var view: CropView?
}
