internal import CGtk
internal import CGtkShim
internal import Dispatch

/// The connection between the main dispatch queue and GLib.
@MainActor
package final class DispatchBridge {
    private var source: guint = 0

    init() {
        _ = DispatchQueue.main
        let callback: GUnixFDSourceFunc = { descriptor, _, _ in
            gtkkit_main_queue_drain(descriptor)
            return 1
        }
        let descriptor = gtkkit_main_queue_descriptor()
        source = g_unix_fd_add_full(G_PRIORITY_DEFAULT, descriptor, G_IO_IN, callback, nil, nil)
    }

    /// Stops GLib from running the main dispatch queue.
    package func detach() {
        if source != 0 { g_source_remove(source) }
        source = 0
    }
}
