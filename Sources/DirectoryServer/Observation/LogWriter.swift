private import Dispatch
private import Glibc
private import Synchronization

/// Writes lines to a file descriptor on a thread of its own, so that a reader that is slow does not stop the server.
public final class LogWriter: Sendable {
    private struct State {
        var lines: [String] = []
        var isWriting = false
        /// How many lines did not fit.
        var lost = 0
    }

    /// The most lines that wait.
    private static let mostLines = 10_000

    private let descriptor: Int32
    private let queue = DispatchQueue(label: "log")
    private let state = Mutex(State())

    /// - Parameter descriptor: what is written to, such as 2 for the standard error.
    public init(descriptor: Int32) { self.descriptor = descriptor }

    /// Writes `line` and a line feed soon; does not wait.
    public func write(_ line: String) {
        let mustStart = state.withLock { state in
            guard state.lines.count < Self.mostLines else {
                state.lost += 1
                return false
            }
            state.lines.append(line)
            defer { state.isWriting = true }
            return !state.isWriting
        }
        if mustStart { queue.async { self.drain() } }
    }

    /// Waits until all lines are written, for at most a second where they are not read.
    public func finish() {
        let isDone = DispatchSemaphore(value: 0)
        queue.async { isDone.signal() }
        _ = isDone.wait(timeout: .now() + 1)
    }

    private func drain() {
        while true {
            let (lines, lost) = state.withLock { state in
                defer { (state.lines, state.lost, state.isWriting) = ([], 0, !state.lines.isEmpty) }
                return (state.lines, state.lost)
            }
            guard !lines.isEmpty else { return }
            let missing = lost > 0 ? ["\(lost) lines of the log were lost."] : []
            write(Array((lines + missing).joined(separator: "\n").utf8) + [UInt8(ascii: "\n")])
        }
    }

    private func write(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return }
                rest = rest.dropFirst(count)
            }
        }
    }
}
