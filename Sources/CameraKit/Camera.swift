internal import CGStreamer
internal import Dispatch
public import Foundation
internal import Language

/// Why no picture was taken, with a message for the user.
public enum CameraError: Error, Equatable, CustomStringConvertible {
    /// The computer has no camera, or lacks the software for it.
    case noCamera
    case cannotStart
    /// With the message of GStreamer.
    case noPicture(reason: String)

    public var description: String {
        switch self {
        case .noCamera: translated("No camera was found. Choose a picture file instead.")
        case .cannotStart: translated("The camera could not be started. Choose a picture file instead.")
        case .noPicture(let reason):
            translated(
                """
                The camera did not take a picture (\(reason)). Close other apps that use it, or choose a picture file \
                instead.
                """)
        }
    }
}

/// The camera, by V4L2 or PipeWire through GStreamer.
public enum Camera {
    // Initializes GStreamer lazily and serializes its use.
    private static let queue = DispatchQueue(label: "io.github.dukedirectory.camera")

    public static var isPresent: Bool {
        get async {
            await onQueue {
                guard let camera = firstCamera() else { return false }
                gst_object_unref(gst_object_ref_sink(camera))
                return true
            }
        }
    }

    /// Takes a picture after the camera has adjusted to the light, within ten seconds, and returns it as a BMP file.
    /// Throws `CameraError`.
    public static func takePicture() async throws(CameraError) -> Data {
        try await takePicture(from: firstCamera)
    }

    /// Takes a picture of GStreamer's test pattern.
    static func takeTestPicture() async throws(CameraError) -> Data {
        try await takePicture { gst_element_factory_make("videotestsrc", nil) }
    }

    /// The first camera, as a floating reference.
    @Sendable private static func firstCamera() -> UnsafeMutablePointer<GstElement>? {
        guard let monitor = gst_device_monitor_new() else { return nil }
        defer { gst_object_unref(monitor) }
        gst_device_monitor_add_filter(monitor, "Video/Source", nil)
        guard gst_device_monitor_start(monitor) != 0 else { return nil }
        defer { gst_device_monitor_stop(monitor) }
        let devices = gst_device_monitor_get_devices(monitor)
        defer { g_list_free_full(devices, { gst_object_unref($0) }) }
        guard let first = devices?.pointee.data else { return nil }
        return gst_device_create_element(first.assumingMemoryBound(to: GstDevice.self), nil)
    }

    private static func takePicture(
        from source: @escaping @Sendable () -> UnsafeMutablePointer<GstElement>?
    ) async throws(CameraError) -> Data {
        try await onQueue {
            Result(catching: { () throws(CameraError) in
                guard let source = source() else { throw .noCamera }
                return try capture(from: source)
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
