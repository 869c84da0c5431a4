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
