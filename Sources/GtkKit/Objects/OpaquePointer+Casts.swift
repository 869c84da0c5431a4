package import CGtk

/// A GTK widget as C sees it.
package typealias WidgetPointer = UnsafeMutablePointer<GtkWidget>

// GTK's derivable classes come as typed pointers and its final ones as opaque pointers; these functions hide that.
package func cast<From, To>(_ pointer: UnsafeMutablePointer<From>) -> UnsafeMutablePointer<To> {
    UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: To.self)
}
package func cast<From>(_ pointer: UnsafeMutablePointer<From>) -> OpaquePointer { OpaquePointer(pointer) }
package func cast<To>(_ pointer: OpaquePointer) -> UnsafeMutablePointer<To> { UnsafeMutablePointer(pointer) }
package func cast(_ pointer: OpaquePointer) -> OpaquePointer { pointer }

extension OpaquePointer {
    package var raw: UnsafeMutableRawPointer { UnsafeMutableRawPointer(self) }
}

extension Bool {
    /// GLib's spelling of a truth value.
    package var g: gboolean { self ? 1 : 0 }
}

extension gboolean {
    package var isTrue: Bool { self != 0 }
}

/// The text that a GLib function returned and still owns.
package func borrowedText(_ text: UnsafePointer<CChar>?) -> String? { text.map { String(cString: $0) } }

/// The text that a GLib function returned for the caller to free.
package func ownedText(_ text: UnsafeMutablePointer<CChar>?) -> String? {
    guard let text else { return nil }
    defer { g_free(text) }
    return String(cString: text)
}

/// The message of a GLib error, which is freed.
func takeMessage(_ error: UnsafeMutablePointer<GError>?) -> String {
    guard let error else { return "unknown error" }
    defer { g_error_free(error) }
    return borrowedText(error.pointee.message) ?? "unknown error"
}

/// The children of a widget, first to last.
@MainActor
package func childWidgets(of widget: WidgetPointer) -> [WidgetPointer] {
    var found: [WidgetPointer] = []
    var next = gtk_widget_get_first_child(widget)
    while let child = next {
        found.append(child)
        next = gtk_widget_get_next_sibling(child)
    }
    return found
}
