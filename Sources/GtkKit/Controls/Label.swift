internal import CGtk
internal import CGtkShim

/// Text on a widget.
public final class Label: Widget, BuiltWidget {
    /// Where text that does not fit is cut.
    public enum Ellipsize: UInt32 {
        /// Nowhere: the label is as wide as its text.
        case none = 0
        case start = 1
        case middle = 2
        case end = 3
    }

    public convenience init(_ text: String = "") {
        self.init(handle: WidgetHandle(gtk_label_new(text)))
        if text.isEmpty { gtkkit_accessible_hidden(widget, true.g) }
    }

    /// The text, without markup. Assistive programs ignore a label without text, which they would call “GtkLabel”.
    public var text: String {
        get { borrowedText(gtk_label_get_text(pointer)) ?? "" }
        set { change { gtk_label_set_text(pointer, newValue) } }
    }

    /// `Stack` and `Revealer` hide their children in the same way, so a label that is such a child keeps its text.
    func change(_ set: () -> Void) {
        let wasEmpty = text.isEmpty
        set()
        if text.isEmpty != wasEmpty { gtkkit_accessible_hidden(widget, text.isEmpty.g) }
    }

    /// The text with the characters that have a meaning in markup escaped.
    public static func escaped(_ text: String) -> String { ownedText(g_markup_escape_text(text, -1)) ?? "" }

    /// Shows the text in a size in pixels, whatever the desktop's own size is.
    public func setFontSize(_ pixels: Int) {
        let attributes = pango_attr_list_new()
        defer { pango_attr_list_unref(attributes) }
        let size = Int32(clamping: pixels.multipliedReportingOverflow(by: Int(PANGO_SCALE)).partialValue)
        pango_attr_list_insert(attributes, pango_attr_size_new_absolute(size))
        gtk_label_set_attributes(pointer, attributes)
    }

    /// Where text that does not fit is cut.
    @GObjectProperty("ellipsize") public var ellipsize = Ellipsize.none
    /// Whether long text continues on the next line; words too long for a line are broken.
    public var wrap: Bool {
        get { gtk_label_get_wrap(pointer).isTrue }
        set {
            gtk_label_set_wrap(pointer, newValue.g)
            gtk_label_set_wrap_mode(pointer, PANGO_WRAP_WORD_CHAR)
            // An inserted hyphen would look like part of an address.
            let attributes = gtk_label_get_attributes(pointer).map { pango_attr_list_copy($0) } ?? pango_attr_list_new()
            pango_attr_list_insert(attributes, pango_attr_insert_hyphens_new(0))
            gtk_label_set_attributes(pointer, attributes)
            pango_attr_list_unref(attributes)
        }
    }
    /// The horizontal alignment of the text: 0 at the start, 1 at the end.
    @GObjectProperty("xalign") public var xalign = 0.5
    /// The vertical alignment of the text: 0 at the top, 1 at the bottom.
    @GObjectProperty("yalign") public var yalign = 0.5
    /// Whether the lines of wrapped text are centered.
    public var isCentered: Bool {
        get { gtk_label_get_justify(pointer) == GTK_JUSTIFY_CENTER }
        set { gtk_label_set_justify(pointer, newValue ? GTK_JUSTIFY_CENTER : GTK_JUSTIFY_LEFT) }
    }
    /// Whether the text can be selected and copied.
    @GObjectProperty("selectable") public var selectable = false
    /// Whether some of the text is selected.
    public var hasSelection: Bool { gtk_label_get_selection_bounds(pointer, nil, nil).isTrue }
    /// The most lines of wrapped and ellipsized text, -1 for any number.
    @GObjectProperty("lines") public var lines = -1
    /// The least width in characters, -1 for none.
    @GObjectProperty("width-chars") public var widthChars = -1
    /// The width in characters beyond which the label does not request more, -1 for none.
    @GObjectProperty("max-width-chars") public var maxWidthChars = -1
}

extension Label.Ellipsize: GValueConvertible {}
