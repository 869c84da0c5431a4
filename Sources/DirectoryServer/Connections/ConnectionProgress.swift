import NIOCore

/// How far a connection is: the handlers of its pipeline change it, and its `ConnectionGuard` compares it with the
/// limits.
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
    }

    private(set) var phase = Phase.head
    /// True once a byte of the present head came.
    private(set) var hasHead = false
    /// When the phase began; later where the server made the client wait.
    private(set) var start: NIODeadline
    /// When the present pause of a body began, and the bytes since then.
    private var pause: (start: NIODeadline, bytes: Int)
    /// When the client last took a byte, and how much it had not taken then.
    private var taken: (at: NIODeadline, rest: Int, writes: Int)
    /// How many writes were taken whole.
    private var writes = 0

    /// True between requests.
    var isIdle: Bool { phase == .idle || phase == .head && !hasHead }

    /// A connection that was opened at `now`.
    init(now: NIODeadline) {
        start = now
        pause = (now, 0)
        taken = (now, 0, 0)
    }

    mutating func move(to phase: Phase, at now: NIODeadline) {
        self.phase = phase
        hasHead = false
        start = now
        pause = (now, 0)
    }

    /// Bytes came.
    mutating func received(_ count: Int, at now: NIODeadline) {
        if phase == .idle { move(to: .head, at: now) }
        if phase == .head, count > 0 { hasHead = true }
        pause.bytes += count
    }

    /// A write was taken whole.
    mutating func wrote() { writes += 1 }

    /// The server made the client wait for `time`.
    mutating func waited(_ time: TimeAmount, until now: NIODeadline) {
        start = min(start + time, now)
        pause = (now, 0)
    }

    /// True where the client takes too long.
    /// - Parameter rest: how many bytes of answers it has not taken.
    mutating func isLate(_ limits: ConnectionLimits, rest: Int, at now: NIODeadline) -> Bool {
        if rest == 0 || rest != taken.rest || writes != taken.writes { taken = (now, rest, writes) }
        guard now - taken.at <= TimeAmount(limits.answer) else { return true }
        let time = now - start
        switch phase {
        case .answer: return false
        case .idle: return rest == 0 && time > TimeAmount(limits.idle)
        case .head: return time > TimeAmount(limits.head)
        case .body:
            guard time <= TimeAmount(limits.body) else { return true }
            guard now - pause.start > TimeAmount(limits.pause) else { return false }
            defer { pause = (now, 0) }
            return pause.bytes < limits.fewestBytes
        }
    }
}
