import NIOCore
import NIOHTTP1
import Synchronization

extension RequestHandler {
    /// Writes the bytes of `file`; where that fails, the answer is incomplete and the connection closes.
    func send(_ file: SentList, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>) {
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

    /// True where `answer` can be sent at once: what is encrypted is read in pieces, between which another request
    /// could come.
    func canSend(_ answer: PreparedAnswer) -> Bool {
        guard isSecure, case .list = answer.body else { return true }
        return false
    }

    /// Writes a piece of `file`, and the next one when the socket took it, so that a slow reader needs little memory.
    private func sendPieces(
        of file: SentList, from offset: Int, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>
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

/// The memory for the bodies that are being received, which is shared by all connections.
final class BodyRoom: Sendable {
    /// How many bytes there are for all bodies together.
    private static let size = 48 << 20
    /// A body of this size is let in even where the room is full.
    private static let small = 16 << 10

    private let used = Mutex(0)

    /// Takes the room for a body of `length` bytes.
    /// - Returns: how much was taken, or nil where there is not enough.
    func take(_ length: Int) -> Int? {
        used.withLock { used in
            guard used + length <= Self.size || length <= Self.small else { return nil }
            used += length
            return length
        }
    }

    func give(back length: Int) { used.withLock { $0 -= length } }
}
