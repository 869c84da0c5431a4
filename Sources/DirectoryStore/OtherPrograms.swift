@preconcurrency import Dispatch
import Foundation
import GRDB
import Synchronization

/// Watches the files in the sandbox, and on each event asks SQLite whether another connection changed the database.
public final class OtherPrograms: Sendable {
    private let source: any DispatchSourceRead

    init?(folder: URL, pool: DatabasePool) {
        let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        let events = UInt32(IN_MODIFY | IN_MOVED_TO | IN_CREATE)
        guard inotify_add_watch(descriptor, folder.path(percentEncoded: false), events) >= 0 else {
            close(descriptor)
            return nil
        }
        let queue = DispatchQueue(label: "other-programs", qos: .utility)
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        let watch = OtherProgramsWatch(pool: pool)
        source.setEventHandler {
            Self.forget(descriptor)
            watch.changed(on: queue)
        }
        source.setCancelHandler { close(descriptor) }
        source.resume()
    }

    deinit { source.cancel() }

    /// Consumes the reported events.
    private static func forget(_ descriptor: Int32) {
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
            while Foundation.read(descriptor, buffer.baseAddress, buffer.count) > 0 {}
        }
    }
}
