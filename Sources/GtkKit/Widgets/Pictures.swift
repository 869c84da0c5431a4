internal import CGtk
internal import CGtkShim

/// An icon that says nothing the words around it do not say: assistive programs pass it over.
public final class Image: Widget {
    /// An icon of the theme, at its usual size or at one in pixels.
    public convenience init(iconName: String, pixelSize: Int = -1) {
        self.init(handle: WidgetHandle(gtk_image_get_type(), .presentation, otherwise: gtk_image_new()))
        self.iconName = iconName
        if pixelSize >= 0 { self.pixelSize = pixelSize }
    }

    /// The icon's name.
    public var iconName: String {
        get { borrowedText(gtk_image_get_icon_name(pointer)) ?? "" }
        set { gtk_image_set_from_icon_name(pointer, newValue) }
    }
    /// The icon's size in pixels, -1 for the theme's.
    public var pixelSize: Int {
        get { Int(gtk_image_get_pixel_size(pointer)) }
        set { gtk_image_set_pixel_size(pointer, Int32(clamping: newValue)) }
    }
}

/// A picture, scaled to the room it gets.
public final class Picture: Widget {
    /// How a picture of another shape fills its room: whole, or cut off.
    public enum Fit: UInt32 {
        /// Whole, with room left over.
        case contain = 1
        /// Without room left over, and cut off.
        case cover = 2
    }

    /// A picture, or none yet.
    public convenience init(texture: Texture? = nil) {
        self.init(handle: WidgetHandle(gtk_picture_new()))
        self.texture = texture
    }

    /// The texture shown, or nil.
    public var texture: Texture? {
        get { gtk_picture_get_paintable(pointer).map { Texture(.retaining($0)) } }
        set { gtk_picture_set_paintable(pointer, newValue?.pointer) }
    }

    /// How the picture fills its room.
    public var fit: Fit {
        get { Fit(rawValue: gtk_picture_get_content_fit(pointer).rawValue) ?? .contain }
        set { gtk_picture_set_content_fit(pointer, GtkContentFit(rawValue: newValue.rawValue)) }
    }
}

/// A bar that fills.
public final class ProgressBar: Widget {
    /// An empty bar.
    public convenience init() { self.init(handle: WidgetHandle(gtk_progress_bar_new())) }

    /// How full it is, 0 to 1.
    public var fraction: Double {
        get { gtk_progress_bar_get_fraction(pointer) }
        set { gtk_progress_bar_set_fraction(pointer, newValue.isFinite ? min(1, max(0, newValue)) : 0) }
    }
    /// The text shown with it, if `showsText`; nil shows the percentage.
    public var text: String? {
        get { borrowedText(gtk_progress_bar_get_text(pointer)) }
        set { gtk_progress_bar_set_text(pointer, newValue) }
    }
    /// Whether text is shown.
    public var showsText: Bool {
        get { gtk_progress_bar_get_show_text(pointer).isTrue }
        set { gtk_progress_bar_set_show_text(pointer, newValue.g) }
    }
    /// Whether a text that does not fit is cut, rather than making the bar wider.
    public var cutsText: Bool {
        get { gtk_progress_bar_get_ellipsize(pointer) != PANGO_ELLIPSIZE_NONE }
        set { gtk_progress_bar_set_ellipsize(pointer, newValue ? PANGO_ELLIPSIZE_END : PANGO_ELLIPSIZE_NONE) }
    }
    /// Whether a block goes to and fro in it, because nobody knows how far something is; it does so while the bar is on
    /// the screen and the desktop has animations on.
    public var isPulsing: Bool {
        get { ticker?.isWanted ?? false }
        set {
            guard newValue != isPulsing else { return }
            if newValue { fraction = 0 }
            (ticker ?? makeTicker()).isWanted = newValue
        }
    }

    /// Whether the block moves now.
    public var isTicking: Bool { ticker?.isTicking ?? false }

    private var ticker: Ticker? { GtkObject.kept(on: pointer, as: "ticker", Ticker.self) }

    private func makeTicker() -> Ticker {
        let ticker = Ticker(widget: widget)
        var seconds = 0.0
        ticker.ticked = { [pointer] passed in
            seconds += passed
            guard seconds >= Self.pause else { return }
            seconds = 0
            gtk_progress_bar_pulse(pointer)
        }
        return ticker
    }

    /// How long the block takes for one step of ten, in seconds; GTK draws what is between.
    private static let pause = 0.1
}

/// A wheel that turns while something is awaited.
public final class Spinner: Widget {
    /// A wheel that stands or turns.
    public convenience init(isSpinning: Bool = false) {
        self.init(handle: WidgetHandle(gtk_spinner_new()))
        self.isSpinning = isSpinning
    }

    /// Whether it turns.
    public var isSpinning: Bool {
        get { gtk_spinner_get_spinning(pointer).isTrue }
        set { gtk_spinner_set_spinning(pointer, newValue.g) }
    }
}

/// A thin line.
public final class Separator: Widget {
    /// A line that lies or stands.
    public convenience init(_ orientation: Orientation = .horizontal) {
        self.init(handle: WidgetHandle(gtk_separator_new(orientation.gtk)))
    }
}
