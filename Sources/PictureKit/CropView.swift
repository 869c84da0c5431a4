public import GtkKit
internal import Language

/// Shows a picture behind a square frame. Dragging and the arrow keys move the picture; scrolling, pinching, + and -
/// zoom; Home and 0 return to the start. The picture always fills the frame.
public final class CropView: Widget {
    let canvas: CropCanvas

    /// A view of a picture, or of none yet.
    public init(picture: UprightPicture? = nil) {
        canvas = CropCanvas()
        super.init(root: canvas.makeBox())
        keep(canvas, as: "crop")
        addClass("crop")
        focusable = true
        overflowHidden = true
        hexpand = true
        vexpand = true
        setSize(width: 200, height: 200)
        setAccessibleName(translated("Picture in a square frame"))
        setAccessibleDescription(
            translated("Arrow keys move the picture, plus and minus zoom, and Home resets it."))
        canvas.listen(to: self)
        self.picture = picture
    }

    /// The picture; a new one is shown as large as it fits in the frame.
    public var picture: UprightPicture? {
        get { canvas.picture }
        set { canvas.show(newValue) }
    }

    /// The part of the picture in the frame, in the picture's pixels.
    public var crop: CropRect {
        get { canvas.geometry.crop }
        set { canvas.change { $0.crop = newValue } }
    }

    /// The zoom: 0 shows the largest part, 1 the smallest.
    public var zoom: Double {
        get { canvas.geometry.zoom }
        set { canvas.change { $0.zoom = newValue } }
    }
    /// Whether the picture has enough pixels to zoom.
    public var canZoom: Bool { canvas.geometry.canZoom }

    /// Magnifies the picture by a factor.
    public func zoom(by factor: Double) { canvas.change { $0.zoom(by: factor) } }

    /// Shows the picture as at the start.
    public func reset() { canvas.change { $0.reset() } }

    /// Runs the handler after each move and zoom, including the program's own.
    public func onChanged(_ handler: @escaping @MainActor () -> Void) { canvas.handlers.append(handler) }
}
