internal import CGtk
internal import Language

typealias WidgetPointer = UnsafeMutablePointer<GtkWidget>

// GTK's derivable classes come as typed pointers and its final ones as opaque pointers; these hide the difference.
@inlinable
func cast<From, To>(_ pointer: UnsafeMutablePointer<From>) -> UnsafeMutablePointer<To> {
    UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: To.self)
}
@inlinable
func cast<From>(_ pointer: UnsafeMutablePointer<From>) -> OpaquePointer { OpaquePointer(pointer) }
@inlinable
func cast<To>(_ pointer: OpaquePointer) -> UnsafeMutablePointer<To> { UnsafeMutablePointer(pointer) }
@inlinable
func cast(_ pointer: OpaquePointer) -> OpaquePointer { pointer }

extension OpaquePointer {
    var raw: UnsafeMutableRawPointer { UnsafeMutableRawPointer(self) }
}

extension Bool {
    /// GLib's spelling of a truth value.
    var g: gboolean { self ? 1 : 0 }
}

extension gboolean {
    var isTrue: Bool { self != 0 }
}

/// The text a GLib function returned without giving it away.
func borrowedText(_ text: UnsafePointer<CChar>?) -> String? { text.map { String(cString: $0) } }

/// The text a GLib function returned to be freed.
func ownedText(_ text: UnsafeMutablePointer<CChar>?) -> String? {
    guard let text else { return nil }
    defer { g_free(text) }
    return String(cString: text)
}

/// The message of a GLib error, which is freed.
func takeMessage(_ error: UnsafeMutablePointer<GError>?) -> String {
    guard let error else { return translated("unknown error") }
    defer { g_error_free(error) }
    return borrowedText(error.pointee.message) ?? translated("unknown error")
}

/// The children of a widget, first to last.
@MainActor
func childWidgets(of widget: WidgetPointer) -> [WidgetPointer] {
    var found: [WidgetPointer] = []
    var next = gtk_widget_get_first_child(widget)
    while let child = next {
        found.append(child)
        next = gtk_widget_get_next_sibling(child)
    }
    return found
}
