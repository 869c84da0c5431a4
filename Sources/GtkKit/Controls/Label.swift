internal import CGtk
internal import CGtkShim

/// A text.
public final class Label: Widget, BuiltWidget {
    /// How a text that is too long is truncated.
    public enum Ellipsize: UInt32 {
        /// Not at all: the label is as wide as its text.
        case none = 0
        case start = 1
        case middle = 2
        case end = 3
    }

    public convenience init(_ text: String = "") {
        self.init(handle: WidgetHandle(gtk_label_new(text)))
        if text.isEmpty { gtkkit_accessible_hidden(widget, true.g) }
    }

    /// The text. An empty label is hidden from assistive technologies, which would call it “GtkLabel”.
    public var text: String {
        get { borrowedText(gtk_label_get_text(pointer)) ?? "" }
        set { change { gtk_label_set_text(pointer, newValue) } }
    }

    /// `Stack` and `Revealer` hide their children in the same way, so such a label must not be empty.
    func change(_ set: () -> Void) {
        let wasEmpty = text.isEmpty
        set()
        if text.isEmpty != wasEmpty { gtkkit_accessible_hidden(widget, text.isEmpty.g) }
    }

    /// Encloses the text in U+2068 and U+2069 in a right-to-left interface, so that the parts of a number, a code, or
    /// an address keep their order.
    public func isolateDirection() { if isMirrored, !text.isEmpty { text = "\u{2068}\(text)\u{2069}" } }

    /// Escapes characters that have a meaning in markup.
    public static func escaped(_ text: String) -> String { ownedText(g_markup_escape_text(text, -1)) ?? "" }

    /// Sets the font size in pixels.
    public func setFontSize(_ pixels: Int) {
        let attributes = pango_attr_list_new()
        defer { pango_attr_list_unref(attributes) }
        let size = Int32(clamping: pixels.multipliedReportingOverflow(by: Int(PANGO_SCALE)).partialValue)
        pango_attr_list_insert(attributes, pango_attr_size_new_absolute(size))
        gtk_label_set_attributes(pointer, attributes)
    }

    @GObjectProperty("ellipsize") public var ellipsize = Ellipsize.none
    /// Whether the text wraps, also within words that are too long.
    public var wrap: Bool {
        get { gtk_label_get_wrap(pointer).isTrue }
        set {
            gtk_label_set_wrap(pointer, newValue.g)
            gtk_label_set_wrap_mode(pointer, PANGO_WRAP_WORD_CHAR)
            // Automatic hyphens would look like part of an address.
            let attributes = gtk_label_get_attributes(pointer).map { pango_attr_list_copy($0) } ?? pango_attr_list_new()
            pango_attr_list_insert(attributes, pango_attr_insert_hyphens_new(0))
            gtk_label_set_attributes(pointer, attributes)
            pango_attr_list_unref(attributes)
        }
    }
    /// The horizontal alignment: 0 at the leading edge, 1 at the trailing edge.
    @GObjectProperty("xalign") public var xalign = 0.5
    /// The vertical alignment: 0 at the top, 1 at the bottom.
    @GObjectProperty("yalign") public var yalign = 0.5
    /// Whether lines are centered.
    public var isCentered: Bool {
        get { gtk_label_get_justify(pointer) == GTK_JUSTIFY_CENTER }
        set { gtk_label_set_justify(pointer, newValue ? GTK_JUSTIFY_CENTER : GTK_JUSTIFY_LEFT) }
    }
    @GObjectProperty("selectable") public var selectable = false
    public var hasSelection: Bool { gtk_label_get_selection_bounds(pointer, nil, nil).isTrue }
    /// The maximum number of lines, -1 for unlimited.
    @GObjectProperty("lines") public var lines = -1
    /// The minimum width in characters, -1 for none.
    @GObjectProperty("width-chars") public var widthChars = -1
    /// The maximum natural width in characters, -1 for none.
    @GObjectProperty("max-width-chars") public var maxWidthChars = -1
}

extension Label.Ellipsize: GValueConvertible {}
