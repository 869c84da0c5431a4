import NIOCore

/// The progress of a connection, which `ConnectionGuard` compares with the limits.
struct ConnectionProgress {
    /// What the server waits for.
    enum Phase {
        /// The first byte of a request.
        case idle
        /// The rest of the head.
        case head
        /// The rest of the body.
        case body
        /// Its own answer.
        case answer
        /// The client’s end, after its own.
        case end
    }

    private(set) var phase = Phase.head
    /// True once a byte of the head was received.
    private(set) var hasHead = false
    /// When the phase began, less the time for which the server is to blame.
    private(set) var start: NIODeadline
    /// The start of the current pause of a body, and the bytes since then.
    private var pause: (start: NIODeadline, bytes: Int)
    /// The start of the interval in which the client must take some of an answer, and what it had taken by then.
    private var reading: (start: NIODeadline, taken: Int)
    /// The bytes of all answers so far.
    private var written = 0

    /// True between requests and after the last one.
    var isIdle: Bool { phase == .idle || phase == .end || phase == .head && !hasHead }

    init(now: NIODeadline) {
        start = now
        pause = (now, 0)
        reading = (now, 0)
    }

    /// The end is the last phase.
    mutating func move(to phase: Phase, at now: NIODeadline) {
        guard self.phase != .end else { return }
        self.phase = phase
        hasHead = false
        start = now
        pause = (now, 0)
    }

    /// - Parameter count: the number of bytes of a body, or 0 for a part of a head.
    mutating func received(_ count: Int, at now: NIODeadline) {
        if phase == .idle { move(to: .head, at: now) }
        if phase == .head { hasHead = true }
        pause.bytes += count
    }

    mutating func wrote(_ count: Int) { written += count }

    /// Does not count `time`, for which the server is to blame.
    mutating func waited(_ time: TimeAmount, until now: NIODeadline) {
        start = min(start + time, now)
        pause = (now, 0)
    }

    /// True if the client is too slow.
    /// - Parameter rest: the number of bytes that it has not taken.
    mutating func isLate(_ limits: ConnectionLimits, rest: Int, at now: NIODeadline) -> Bool {
        let taken = written - rest
        if rest == 0 || taken - reading.taken >= limits.minRead { reading = (now, taken) }
        guard now - reading.start <= TimeAmount(limits.answer) else { return true }
        let time = now - start
        switch phase {
        case .answer: return false
        case .end: return time > TimeAmount(limits.end)
        case .idle: return rest == 0 && time > TimeAmount(limits.idle)
        case .head: return time > TimeAmount(limits.head)
        case .body:
            guard time <= TimeAmount(limits.body) else { return true }
            guard now - pause.start > TimeAmount(limits.pause) else { return false }
            defer { pause = (now, 0) }
            return pause.bytes < limits.minBytes
        }
    }
}
