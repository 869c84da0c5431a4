package import Foundation
import NIOCore

/// The current list of each collection as a file, made on the first request after a change. Concurrent requests share
/// it.
actor ListCache {
    private let repository: SQLRepository
    private let folder: String
    private var latest: [String: ResponseFile] = [:]
    private var making: [String: Task<ResponseFile, any Error>] = [:]

    init(repository: SQLRepository, folder: String) {
        (self.repository, self.folder) = (repository, folder)
    }

    /// The list of `collection` with `tag`, or a newer one.
    /// - Throws: `IOError` if it cannot be written, or an error of the database.
    func file(of collection: String, tag: String) async throws -> ResponseFile {
        if let file = latest[collection], file.tag == tag { return file }
        let present = try await repository.listTag(of: collection)
        if let file = latest[collection], file.tag == present { return file }
        // A file in progress may be older than the last change.
        if let begun = making[collection], let file = try? await begun.value, file.tag == present { return file }
        return try await (making[collection] ?? begin(collection)).value
    }

    /// Releases files of lists that other servers changed, until the task is canceled.
    /// - Throws: an error if the database does not support notifications.
    nonisolated func followChanges(of repository: SQLRepository) async throws {
        for try await collection in repository.changedLists() { await dropOld(of: collection) }
    }

    /// - Parameter changed: the collection, or nil if any may have changed.
    private func dropOld(of changed: String?) async {
        for collection in changed.map({ [$0] }) ?? Array(latest.keys) {
            guard let file = latest[collection], let tag = try? await repository.listTag(of: collection) else {
                continue
            }
            if file.tag != tag, latest[collection] === file { latest[collection] = nil }
        }
    }

    private func begin(_ collection: String) -> Task<ResponseFile, any Error> {
        let task = Task {
            defer { making[collection] = nil }
            let file = try await ResponseFile(try await repository.snapshot(of: collection), in: folder)
            latest[collection] = file
            return file
        }
        making[collection] = task
        return task
    }
}

/// One version of a list in an unlinked file, whose space is freed with the last answer that uses it.
final class ResponseFile: Sendable {
    let tag: String
    /// In bytes.
    let length: Int
    private let descriptor: CInt
    /// The maximum size; a larger file would take too long to write.
    private static let maxBytes = 1 << 30

    /// Writes the list of `snapshot` to a file in `folder`.
    /// - Throws: `IOError` if the disk is full or the list too large, or the error of the snapshot.
    init(_ snapshot: EntrySnapshot, in folder: String) async throws {
        guard snapshot.byteCount <= Self.maxBytes else { throw IOError(errnoCode: EFBIG, reason: "list") }
        let file = try Self.open(in: folder)
        var written = 0
        do {
            try await snapshot.forEachPart {
                try $0.write(to: file)
                written += $0.count
            }
        } catch {
            close(file)
            throw error
        }
        (tag, length, descriptor) = (snapshot.tag, written, file)
    }

    deinit { close(descriptor) }

    /// Opens a new file in `folder` that has no name.
    /// - Throws: `IOError`.
    static func open(in folder: String) throws -> CInt {
        var path = Array("\(folder)/list-XXXXXX".utf8CString)
        let file = mkstemp(&path)
        guard file >= 0 else { throw IOError(errnoCode: errno, reason: "mkstemp") }
        _ = fcntl(file, F_SETFD, FD_CLOEXEC)
        unlink(path)
        return file
    }

    /// Writes what `body` passes to its argument to a file in `folder`.
    /// - Throws: `IOError` if the disk is full or the list too large, or the error of `body`.
    init(tag: String, in folder: String, _ body: (@escaping (Data) throws -> Void) throws -> Void) throws {
        let file = try Self.open(in: folder)
        var written = 0
        do {
            try body {
                try $0.write(to: file)
                written += $0.count
                guard written <= Self.maxBytes else { throw IOError(errnoCode: EFBIG, reason: "list") }
            }
        } catch {
            close(file)
            throw error
        }
        (self.tag, length, descriptor) = (tag, written, file)
    }

    /// At most 64 KB from `offset`, which must be less than `length`.
    /// - Throws: `IOError`.
    func piece(from offset: Int) throws -> ByteBuffer {
        var piece = ByteBuffer()
        try piece.writeWithUnsafeMutableBytes(minimumWritableBytes: 64 << 10) { room in
            let count = pread(descriptor, room.baseAddress, min(room.count, 64 << 10), off_t(offset))
            guard count > 0 else { throw IOError(errnoCode: count < 0 ? errno : EIO, reason: "pread") }
            return count
        }
        return piece
    }
}

extension Data {
    /// Writes all bytes to a file descriptor.
    /// - Throws: `IOError`.
    package func write(to descriptor: CInt) throws {
        try withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { throw IOError(errnoCode: errno, reason: "write") }
                rest = rest.dropFirst(count)
            }
        }
    }
}
