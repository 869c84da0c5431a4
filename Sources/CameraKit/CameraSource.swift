internal import CGStreamer

/// A source of pictures: an element that is not owned yet.
struct CameraSource {
    let element: UnsafeMutablePointer<GstElement>

    init?(element: UnsafeMutablePointer<GstElement>?) {
        guard let element else { return nil }
        self.element = element
    }

    /// Releases the element unused.
    func discard() { gst_object_unref(gst_object_ref_sink(element)) }

    /// The first camera, or nil.
    static var firstCamera: CameraSource? {
        guard let monitor = gst_device_monitor_new() else { return nil }
        defer { gst_object_unref(monitor) }
        gst_device_monitor_add_filter(monitor, "Video/Source", nil)
        guard gst_device_monitor_start(monitor) != 0 else { return nil }
        defer { gst_device_monitor_stop(monitor) }
        let devices = gst_device_monitor_get_devices(monitor)
        defer { g_list_free_full(devices, { gst_object_unref($0) }) }
        guard let first = devices?.pointee.data else { return nil }
        return CameraSource(element: gst_device_create_element(first.assumingMemoryBound(to: GstDevice.self), nil))
    }
}
