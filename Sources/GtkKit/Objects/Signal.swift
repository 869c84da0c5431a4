package import CGtk

private let freeClosure: @convention(c) (gpointer?, UnsafeMutablePointer<GClosure>?) -> Void = { data, _ in
    freeBox(data)
}

// A callback with the wrong signature corrupts memory silently, so all of them are in this one file.
// Each enters `assumeIsolated`, which traps off the main thread; without it the thread would not be checked.
@MainActor
package enum Signal {
    package typealias Plain = @MainActor () -> Void
    package typealias Pointer = @MainActor (OpaquePointer?) -> Void
    package typealias Position = @MainActor (Int) -> Void
    package typealias Span = @MainActor (Int, Int) -> Void
    package typealias Range = @MainActor (Int, Int, Int) -> Void
    package typealias Point = @MainActor (Double, Double) -> Void
    package typealias Press = @MainActor (Int, Double, Double) -> Void
    package typealias KeyPress = @MainActor (UInt32, UInt32) -> Bool
    package typealias Decision = @MainActor () -> Bool
    package typealias Scroll = @MainActor (Double, Double) -> Bool
    package typealias Number = @MainActor (Double) -> Void
    package typealias Incoming = @MainActor (OpaquePointer) -> Bool
    package typealias Page = @MainActor (OpaquePointer, Int) -> Void
    package typealias Provider = @MainActor (Double, Double) -> OpaquePointer?
    package typealias Tooltip = @MainActor (Double, Double) -> String?
    package typealias Drop = @MainActor (UnsafePointer<GValue>, Double, Double) -> Bool
    package typealias Files = @MainActor ([OpaquePointer]) -> Void
    package typealias ChildPlace =
        @MainActor (_ over: WidgetPointer, _ child: WidgetPointer) -> (
            x: Int, y: Int, width: Int, height: Int
        )?

    private static func attach(
        _ object: OpaquePointer, _ name: String, _ callback: GCallback, _ box: CallbackBox<some Any>
    ) -> UInt {
        UInt(g_signal_connect_data(object.raw, name, callback, box.retained(), freeClosure, GConnectFlags(rawValue: 0)))
    }

    /// `void (self)`.
    @discardableResult
    package static func plain(_ object: OpaquePointer, _ name: String, _ body: @escaping Plain) -> UInt {
        let callback: @convention(c) (gpointer?, gpointer?) -> Void = { _, data in
            nonisolated(unsafe) let data = data
            MainActor.assumeIsolated { CallbackBox<Plain>.body(data)?() }
        }
        return attach(object, name, unsafeBitCast(callback, to: GCallback.self), CallbackBox(body))
    }

    /// `void (self, pointer)`: a parameter specification, a list item, a variant.
    @discardableResult
    package static func pointer(_ object: OpaquePointer, _ name: String, _ body: @escaping Pointer) -> UInt {
        let callback: @convention(c) (gpointer?, OpaquePointer?, gpointer?) -> Void = { _, argument, data in
            nonisolated(unsafe) let (argument, data) = (argument, data)
            MainActor.assumeIsolated { CallbackBox<Pointer>.body(data)?(argument) }
        }
        return attach(object, name, unsafeBitCast(callback, to: GCallback.self), CallbackBox(body))
    }

    /// `notify::name`.
    @discardableResult
    package static func notify(_ object: OpaquePointer, _ property: String, _ body: @escaping Plain) -> UInt {
        pointer(object, "notify::" + property) { _ in body() }
    }

    /// `void (self, unsigned)` and, for values that are never negative, `void (self, int)`.
    @discardableResult
    package static func position(_ object: OpaquePointer, _ name: String, _ body: @escaping Position) -> UInt {
        let callback: @convention(c) (gpointer?, guint, gpointer?) -> Void = { _, position, data in
            nonisolated(unsafe) let data = data
            MainActor.assumeIsolated { CallbackBox<Position>.body(data)?(Int(position)) }
        }
        return attach(object, name, unsafeBitCast(callback, to: GCallback.self), CallbackBox(body))
    }

    /// `void (self, unsigned, unsigned)`: "selection-changed".
    @discardableResult
    package static func span(_ object: OpaquePointer, _ name: String, _ body: @escaping Span) -> UInt {
        let callback: @convention(c) (gpointer?, guint, guint, gpointer?) -> Void = { _, at, count, data in
            nonisolated(unsafe) let data = data
            MainActor.assumeIsolated { CallbackBox<Span>.body(data)?(Int(at), Int(count)) }
        }
        return attach(object, name, unsafeBitCast(callback, to: GCallback.self), CallbackBox(body))
    }

    /// `void (self, unsigned, unsigned, unsigned)`: "items-changed".
    @discardableResult
    package static func range(_ object: OpaquePointer, _ name: String, _ body: @escaping Range) -> UInt {
        let callback: @convention(c) (gpointer?, guint, guint, guint, gpointer?) -> Void = { _, at, gone, new, data in
            nonisolated(unsafe) let data = data
            MainActor.assumeIsolated { CallbackBox<Range>.body(data)?(Int(at), Int(gone), Int(new)) }
        }
        return attach(object, name, unsafeBitCast(callback, to: GCallback.self), CallbackBox(body))
    }

    /// `void (self, double, double)`: "enter", "motion", "swipe", the long press.
    @discardableResult
    package static func point(_ object: OpaquePointer, _ name: String, _ body: @escaping Point) -> UInt {
        let callback: @convention(c) (gpointer?, Double, Double, gpointer?) -> Void = { _, x, y, data in
            nonisolated(unsafe) let data = data
            MainActor.assumeIsolated { CallbackBox<Point>.body(data)?(x, y) }
        }
        return attach(object, name, unsafeBitCast(callback, to: GCallback.self), CallbackBox(body))
    }

    /// `void (self, int, double, double)`: "pressed", "released".
    @discardableResult
    package static func press(_ object: OpaquePointer, _ name: String, _ body: @escaping Press) -> UInt {
        let callback: @convention(c) (gpointer?, gint, Double, Double, gpointer?) -> Void = { _, count, x, y, data in
            nonisolated(unsafe) let data = data
            MainActor.assumeIsolated { CallbackBox<Press>.body(data)?(Int(count), x, y) }
        }
        return attach(object, name, unsafeBitCast(callback, to: GCallback.self), CallbackBox(body))
    }

    /// `gboolean (self, key value, key code, modifiers)`: "key-pressed".
    @discardableResult
    package static func key(_ object: OpaquePointer, _ name: String, _ body: @escaping KeyPress) -> UInt {
        typealias Callback = @convention(c) (gpointer?, guint, guint, guint, gpointer?) -> gboolean
        let callback: Callback = { _, value, _, modifiers, data in
            nonisolated(unsafe) let data = data
            return MainActor.assumeIsolated { CallbackBox<KeyPress>.body(data)?(value, modifiers) ?? false }.g
        }
        return attach(object, name, unsafeBitCast(callback, to: GCallback.self), CallbackBox(body))
    }

    /// `gboolean (self, widget, rectangle)`: "get-child-position"; nil leaves the place to GTK.
    @discardableResult
    package static func childPlace(_ object: OpaquePointer, _ name: String, _ body: @escaping ChildPlace) -> UInt {
        typealias Callback =
            @convention(c) (
                WidgetPointer, WidgetPointer, UnsafeMutablePointer<GdkRectangle>, gpointer?
            ) -> gboolean
        let callback: Callback = { over, child, place, data in
            nonisolated(unsafe) let (over, child, place, data) = (over, child, place, data)
            return MainActor.assumeIsolated {
                guard let found = CallbackBox<ChildPlace>.body(data)?(over, child) else { return false }
                place.pointee = GdkRectangle(
                    x: gint(clamping: found.x), y: gint(clamping: found.y), width: gint(clamping: found.width),
                    height: gint(clamping: found.height))
                return true
            }.g
        }
        return attach(object, name, unsafeBitCast(callback, to: GCallback.self), CallbackBox(body))
    }

    /// `gboolean (self)`: "close-request".
    @discardableResult
    package static func decision(_ object: OpaquePointer, _ name: String, _ body: @escaping Decision) -> UInt {
        let callback: @convention(c) (gpointer?, gpointer?) -> gboolean = { _, data in
            nonisolated(unsafe) let data = data
            return MainActor.assumeIsolated { CallbackBox<Decision>.body(data)?() ?? false }.g
        }
        return attach(object, name, unsafeBitCast(callback, to: GCallback.self), CallbackBox(body))
    }

    /// `gboolean (self, value, double, double)`: "drop".
    @discardableResult
    package static func drop(_ object: OpaquePointer, _ name: String, _ body: @escaping Drop) -> UInt {
        typealias Callback = @convention(c) (gpointer?, UnsafePointer<GValue>?, Double, Double, gpointer?) -> gboolean
        let callback: Callback = { _, value, x, y, data in
            guard let value else { return 0 }
            nonisolated(unsafe) let (content, data) = (value, data)
            return MainActor.assumeIsolated { CallbackBox<Drop>.body(data)?(content, x, y) ?? false }.g
        }
        return attach(object, name, unsafeBitCast(callback, to: GCallback.self), CallbackBox(body))
    }

    /// `gboolean (self, double, double)`: "scroll".
    @discardableResult
    package static func scroll(_ object: OpaquePointer, _ name: String, _ body: @escaping Scroll) -> UInt {
        let callback: @convention(c) (gpointer?, Double, Double, gpointer?) -> gboolean = { _, x, y, data in
            nonisolated(unsafe) let data = data
            return MainActor.assumeIsolated { CallbackBox<Scroll>.body(data)?(x, y) ?? false }.g
        }
        return attach(object, name, unsafeBitCast(callback, to: GCallback.self), CallbackBox(body))
    }

    /// `void (self, double)`: "scale-changed".
    @discardableResult
    package static func number(_ object: OpaquePointer, _ name: String, _ body: @escaping Number) -> UInt {
        let callback: @convention(c) (gpointer?, Double, gpointer?) -> Void = { _, number, data in
            nonisolated(unsafe) let data = data
            MainActor.assumeIsolated { CallbackBox<Number>.body(data)?(number) }
        }
        return attach(object, name, unsafeBitCast(callback, to: GCallback.self), CallbackBox(body))
    }

    /// `gboolean (self, drop, double, double)`: "drop" of content that is read later.
    @discardableResult
    package static func incoming(_ object: OpaquePointer, _ name: String, _ body: @escaping Incoming) -> UInt {
        typealias Callback = @convention(c) (gpointer?, OpaquePointer?, Double, Double, gpointer?) -> gboolean
        let callback: Callback = { _, drop, _, _, data in
            guard let drop else { return 0 }
            nonisolated(unsafe) let (incoming, data) = (drop, data)
            return MainActor.assumeIsolated { CallbackBox<Incoming>.body(data)?(incoming) ?? false }.g
        }
        return attach(object, name, unsafeBitCast(callback, to: GCallback.self), CallbackBox(body))
    }

    /// `void (self, pointer, int)`: "draw-page".
    @discardableResult
    package static func page(_ object: OpaquePointer, _ name: String, _ body: @escaping Page) -> UInt {
        typealias Callback = @convention(c) (gpointer?, OpaquePointer?, gint, gpointer?) -> Void
        let callback: Callback = { _, argument, number, data in
            guard let argument else { return }
            nonisolated(unsafe) let (page, data) = (argument, data)
            MainActor.assumeIsolated { CallbackBox<Page>.body(data)?(page, Int(number)) }
        }
        return attach(object, name, unsafeBitCast(callback, to: GCallback.self), CallbackBox(body))
    }

    /// `void (self, files, int, string)`: "open". The files are borrowed.
    @discardableResult
    package static func files(_ object: OpaquePointer, _ name: String, _ body: @escaping Files) -> UInt {
        typealias List = UnsafePointer<OpaquePointer?>
        typealias Callback = @convention(c) (gpointer?, List?, gint, UnsafePointer<CChar>?, gpointer?) -> Void
        let callback: Callback = { _, list, count, _, data in
            let files = UnsafeBufferPointer(start: list, count: Int(count)).compactMap { $0 }
            nonisolated(unsafe) let (borrowed, data) = (files, data)
            MainActor.assumeIsolated { CallbackBox<Files>.body(data)?(borrowed) }
        }
        return attach(object, name, unsafeBitCast(callback, to: GCallback.self), CallbackBox(body))
    }

    /// `GdkContentProvider *(self, double, double)`: "prepare" of a drag; the caller owns the result.
    @discardableResult
    package static func provider(_ object: OpaquePointer, _ name: String, _ body: @escaping Provider) -> UInt {
        typealias Callback = @convention(c) (gpointer?, Double, Double, gpointer?) -> OpaquePointer?
        let callback: Callback = { _, x, y, data in
            nonisolated(unsafe) let data = data
            nonisolated(unsafe) var made: OpaquePointer?
            MainActor.assumeIsolated { made = CallbackBox<Provider>.body(data)?(x, y) }
            return made
        }
        return attach(object, name, unsafeBitCast(callback, to: GCallback.self), CallbackBox(body))
    }

    /// `gboolean (self, int, int, gboolean, tooltip)`: "query-tooltip"; nil shows none.
    @discardableResult
    package static func tooltip(_ object: OpaquePointer, _ name: String, _ body: @escaping Tooltip) -> UInt {
        typealias Callback = @convention(c) (gpointer?, gint, gint, gboolean, OpaquePointer?, gpointer?) -> gboolean
        let callback: Callback = { _, x, y, _, tooltip, data in
            nonisolated(unsafe) let (tooltip, data) = (tooltip, data)
            return MainActor.assumeIsolated {
                guard let text = CallbackBox<Tooltip>.body(data)?(Double(x), Double(y)) else { return false }
                gtk_tooltip_set_text(tooltip, text)
                return true
            }.g
        }
        return attach(object, name, unsafeBitCast(callback, to: GCallback.self), CallbackBox(body))
    }

    package static func disconnect(_ object: OpaquePointer, _ handler: UInt) {
        g_signal_handler_disconnect(object.raw, gulong(handler))
    }
}

/// Holds a Swift closure as long as GLib may call it.
@MainActor
package final class CallbackBox<Body> {
    package let body: Body

    package init(_ body: Body) {
        self.body = body
        LiveCount.boxes += 1
    }

    isolated deinit { LiveCount.boxes -= 1 }

    /// This box as the `user_data` of a C callback; pass `freeBox` too, which releases it.
    package func retained() -> UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

    /// The closure behind a C callback's `user_data`.
    package static func body(_ data: UnsafeMutableRawPointer?) -> Body? {
        data.map { Unmanaged<CallbackBox<Body>>.fromOpaque($0).takeUnretainedValue().body }
    }
}

/// The destroy notification for `CallbackBox.retained()`.
package let freeBox: @convention(c) (UnsafeMutableRawPointer?) -> Void = { data in
    if let data { Unmanaged<AnyObject>.fromOpaque(data).release() }
}

/// A handler that was connected to an object. It holds the object; releasing it leaves the handler connected.
@MainActor
public struct Connection {
    private let object: GObjectRef
    private let handlers: [UInt]

    init(_ object: GObjectRef, _ handlers: [UInt]) { (self.object, self.handlers) = (object, handlers) }

    /// Disconnects the handler, which is not called any more; a second call has no effect.
    public func disconnect() {
        for handler in handlers where g_signal_handler_is_connected(object.pointer.raw, gulong(handler)).isTrue {
            Signal.disconnect(object.pointer, handler)
        }
    }
}
