internal import CGStreamer
internal import Foundation
internal import Language

extension Camera {
    private static let frames = 20
    private static let seconds: GstClockTime = 10

    /// Takes a picture from a source, as a BMP file.
    static func capture(from source: UnsafeMutablePointer<GstElement>) throws(CameraError) -> Data {
        // Ends the stream after this many frames.
        gst_util_set_object_arg(cast(source), "num-buffers", "\(frames)")
        guard let pipeline = gst_pipeline_new(nil), let converter = gst_element_factory_make("videoconvert", nil),
            let sink = gst_element_factory_make("fakesink", nil),
            let format = gst_caps_from_string("video/x-raw,format=BGR,width=[1,4096],height=[1,4096]")
        else { throw .cannotStart }
        defer {
            gst_element_set_state(pipeline, GST_STATE_NULL)
            gst_object_unref(pipeline)
        }
        for element in [source, converter, sink] { gst_bin_add(cast(pipeline), element) }
        let isLinked =
            gst_element_link(source, converter) != 0 && gst_element_link_filtered(converter, sink, format) != 0
        gst_mini_object_unref(cast(format))
        guard isLinked else { throw .cannotStart }
        gst_element_set_state(pipeline, GST_STATE_PLAYING)
        guard let bus = gst_element_get_bus(pipeline) else { throw .cannotStart }
        defer { gst_object_unref(bus) }
        let kinds = GstMessageType(GST_MESSAGE_EOS.rawValue | GST_MESSAGE_ERROR.rawValue)
        guard let message = gst_bus_timed_pop_filtered(bus, seconds * 1_000_000_000, kinds) else {
            throw .noPicture(reason: translated("it took too long"))
        }
        defer { gst_mini_object_unref(cast(message) as UnsafeMutablePointer<GstMiniObject>) }
        if message.pointee.type == GST_MESSAGE_ERROR { throw .noPicture(reason: reason(message)) }
        guard let picture = lastPicture(of: sink) else { throw .noPicture(reason: translated("the picture was empty")) }
        return picture
    }

    private static func lastPicture(of sink: UnsafeMutablePointer<GstElement>) -> Data? {
        var value = GValue()
        g_value_init(&value, gst_sample_get_type())
        defer { g_value_unset(&value) }
        g_object_get_property(cast(sink), "last-sample", &value)
        guard let boxed = g_value_get_boxed(&value) else { return nil }
        let sample = OpaquePointer(boxed)
        guard let buffer = gst_sample_get_buffer(sample), let caps = gst_sample_get_caps(sample),
            let structure = gst_caps_get_structure(caps, 0)
        else { return nil }
        var (width, height): (gint, gint) = (0, 0)
        gst_structure_get_int(structure, "width", &width)
        gst_structure_get_int(structure, "height", &height)
        var (pixels, count): (gpointer?, gsize) = (nil, 0)
        gst_buffer_extract_dup(buffer, 0, gsize.max, &pixels, &count)
        defer { g_free(pixels) }
        guard let pixels, width > 0, height > 0, Int(count) == (Int(width) * 3 + 3) / 4 * 4 * Int(height) else {
            return nil
        }
        return header(Int(width), Int(height), Int(count)) + Data(bytes: pixels, count: Int(count))
    }

    // A negative height means that the first row is at the top.
    private static func header(_ width: Int, _ height: Int, _ count: Int) -> Data {
        let int32s: [Int32] = [
            Int32(54 + count), 0, 54, 40, Int32(width), Int32(-height), 1 | 24 << 16, 0, Int32(count), 0, 0, 0, 0,
        ]
        return int32s.reduce(Data("BM".utf8)) { data, word in
            withUnsafeBytes(of: word.littleEndian) { data + $0 }
        }
    }

    private static func reason(_ message: UnsafeMutablePointer<GstMessage>) -> String {
        var error: UnsafeMutablePointer<GError>?
        gst_message_parse_error(message, &error, nil)
        defer { g_error_free(error) }
        return error.map { String(cString: $0.pointee.message) } ?? translated("no reason given")
    }
}

private func cast<From, To>(_ pointer: UnsafeMutablePointer<From>) -> UnsafeMutablePointer<To> {
    UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: To.self)
}
