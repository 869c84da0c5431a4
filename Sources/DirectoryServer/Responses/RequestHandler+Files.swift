import NIOCore
import NIOHTTP1
import Synchronization

extension RequestHandler {
    /// Writes a file. If that fails, the connection closes before the answer is complete.
    func send(_ file: ResponseFile, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>) {
        guard !isSecure else { return sendPieces(of: file, from: 0, context, promise) }
        do {
            let region = try file.region()
            promise.futureResult.assumeIsolated().whenComplete { _ in try? region.fileHandle.close() }
            context.write(wrapOutboundOut(.body(.fileRegion(region))), promise: promise)
        } catch {
            promise.fail(error)
            context.close(promise: nil)
        }
    }

    /// True if `answer` can be sent in one step. Encrypted files are read in pieces, between which another request may
    /// arrive.
    func canSend(_ answer: PreparedResponse) -> Bool {
        guard isSecure, case .list = answer.body else { return true }
        return false
    }

    /// Writes a piece of `file`, and the next when the socket has taken it, so that a slow reader takes little memory.
    private func sendPieces(
        of file: ResponseFile, from offset: Int, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>
    ) {
        guard offset < file.length else { return promise.succeed() }
        let piece: ByteBuffer
        do { piece = try file.piece(from: offset) } catch {
            promise.fail(error)
            return context.close(promise: nil)
        }
        let written = context.eventLoop.makePromise(of: Void.self)
        written.futureResult.assumeIsolated().whenComplete { result in
            guard case .success = result else { return promise.completeWith(result) }
            self.connection.progress.wrote()
            self.sendPieces(of: file, from: offset + piece.readableBytes, context, promise)
        }
        context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(piece))), promise: written)
    }
}

/// The memory for what arrived of request bodies, shared by all connections.
final class BodyMemory: Sendable {
    /// The total size, in bytes.
    static let size = 48 << 20
    /// A body of this size is always accepted.
    private static let small = 16 << 10

    private let used = Mutex(0)

    /// - Parameter earlier: what was taken for the same body before.
    /// - Returns: false if there is too little room; then nothing was taken.
    func take(_ length: Int, after earlier: Int) -> Bool {
        used.withLock { used in
            guard used + length <= Self.size || earlier + length <= Self.small else { return false }
            used += length
            return true
        }
    }

    func give(back length: Int) { used.withLock { $0 -= length } }
}
