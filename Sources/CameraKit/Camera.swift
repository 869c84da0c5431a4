internal import CGStreamer
internal import Dispatch
public import Foundation
internal import Language

/// Why the camera gave no picture: what happened and what to do.
public enum CameraError: Error, Equatable, CustomStringConvertible {
    /// There is no camera, or nothing installed that could ask it.
    case noCamera
    /// There is one, but no picture came; the reason is GStreamer's.
    case noPicture(reason: String)

    public var description: String {
        switch self {
        case .noCamera: translated("No camera was found. Choose a picture file instead.")
        case .noPicture(let reason):
            translated(
                """
                The camera gave no picture (\(reason)). \
                Close other programs that use it, or choose a picture file instead.
                """)
        }
    }
}

/// The computer's camera, reached through GStreamer: whatever V4L2 or PipeWire offers.
public enum Camera {
    // GStreamer is set up at its first use, which takes a moment, and asked by one thread at a time.
    private static let queue = DispatchQueue(label: "io.github.dukedirectory.camera")

    /// Whether there is a camera.
    public static var isPresent: Bool {
        get async { await onQueue { Source.firstCamera?.discard() != nil } }
    }

    /// What the camera sees, as the bytes of a BMP file, after a moment in which it gets used to the light. It takes
    /// ten seconds at most. Throws `CameraError`.
    public static func takePicture() async throws(CameraError) -> Data {
        try await takePicture(from: { Source.firstCamera })
    }

    /// What GStreamer's test pattern shows, taken in the same way.
    static func takeTestPicture() async throws(CameraError) -> Data {
        try await takePicture(from: { Source(element: gst_element_factory_make("videotestsrc", nil)) })
    }

    private static func takePicture(from source: @escaping @Sendable () -> Source?) async throws(CameraError) -> Data {
        try await onQueue {
            Result(catching: { () throws(CameraError) in
                guard let source = source() else { throw .noCamera }
                return try CameraCapture(of: source).take()
            })
        }.get()
    }

    private static func onQueue<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            queue.async {
                gst_init(nil, nil)
                continuation.resume(returning: body())
            }
        }
    }
}

/// Where pictures come from: an element that nobody holds yet.
struct Source {
    let element: UnsafeMutablePointer<GstElement>

    init?(element: UnsafeMutablePointer<GstElement>?) {
        guard let element else { return nil }
        self.element = element
    }

    /// Lets go of it unused.
    func discard() { gst_object_unref(gst_object_ref_sink(element)) }

    /// The first camera there is.
    static var firstCamera: Source? {
        guard let monitor = gst_device_monitor_new() else { return nil }
        defer { gst_object_unref(monitor) }
        gst_device_monitor_add_filter(monitor, "Video/Source", nil)
        guard gst_device_monitor_start(monitor) != 0 else { return nil }
        defer { gst_device_monitor_stop(monitor) }
        let devices = gst_device_monitor_get_devices(monitor)
        defer { g_list_free_full(devices, { gst_object_unref($0) }) }
        guard let first = devices?.pointee.data else { return nil }
        return Source(element: gst_device_create_element(first.assumingMemoryBound(to: GstDevice.self), nil))
    }
}
