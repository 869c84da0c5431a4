private import CMalloc
private import Dispatch
private import Synchronization

/// Gives memory that is not used any more back to the system; the C library keeps it otherwise.
public final class FreeMemory: Sendable {
    private let isScheduled = Mutex(false)

    /// Few arenas, so that memory that one thread freed is used by the others; and large blocks directly from the
    /// system. To be called when the program starts.
    public static func prepare() {
        mallopt(M_ARENA_MAX, 2)
        mallopt(M_MMAP_THRESHOLD, 256 << 10)
        mallopt(M_TRIM_THRESHOLD, 1 << 20)
    }

    /// Gives it back two seconds from now, once for all calls until then.
    func giveBackSoon() {
        let isFirst = isScheduled.withLock { isScheduled in
            defer { isScheduled = true }
            return !isScheduled
        }
        guard isFirst else { return }
        DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + 2) {
            self.isScheduled.withLock { $0 = false }
            malloc_trim(0)
        }
    }
}
