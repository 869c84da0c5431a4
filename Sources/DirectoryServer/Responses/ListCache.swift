package import Foundation
import NIOCore
private import Synchronization

/// Lists as files, made on the first request after a change. Concurrent requests share them.
actor ListCache {
    private let repository: SQLRepository
    private let folder: String
    private var files: BoundedCache<ListKey, ResponseFile>
    private var making: [ListKey: Task<ResponseFile, any Error>] = [:]

    /// - Parameters:
    ///   - folder: the folder for the files.
    ///   - maxSize: the maximum total size of the files, in bytes.
    init(repository: SQLRepository, folder: String, maxCount: Int = 64, maxSize: Int = 1 << 30) {
        self.repository = repository
        self.folder = folder
        files = BoundedCache(maxCount: maxCount, maxSize: maxSize)
    }

    /// The list with `tag`, or a newer one.
    /// - Throws: `IOError` if it cannot be written, or an error of the database.
    func file(of list: ListKey, tag: String) async throws -> ResponseFile {
        if let file = files.value(for: list), file.tag == tag { return file }
        let present = try await repository.version(of: list).tag
        if let file = files.value(for: list), file.tag == present { return file }
        // A file in progress may be older than the last change.
        if let begun = making[list], let file = try? await begun.value, file.tag == present { return file }
        return try await (making[list] ?? begin(list)).value
    }

    private func begin(_ list: ListKey) -> Task<ResponseFile, any Error> {
        let task = Task {
            defer { making[list] = nil }
            let file = try await repository.withEntries(of: list) { [folder] tag, each in
                try ResponseFile(tag: tag, in: folder) { write in
                    var separator = "["
                    try each {
                        try write(Data(separator.utf8) + $0.json)
                        separator = ","
                    }
                    try write(Data((separator == "[" ? "[]" : "]").utf8))
                }
            }
            files.insert(file, for: list, size: file.length)
            return file
        }
        making[list] = task
        return task
    }
}

/// The space for the files of answers, which slow readers occupy for long.
final class FileBudget: Sendable {
    static let shared = FileBudget(maxBytes: 4 << 30)

    private let maxBytes: Int
    private let taken = Mutex(0)

    init(maxBytes: Int) { self.maxBytes = maxBytes }

    /// - Throws: `IOError` (`ENOBUFS`) if there is too little; then nothing was taken.
    func take(_ count: Int) throws {
        try taken.withLock { taken in
            guard taken + count <= maxBytes else { throw IOError(errnoCode: ENOBUFS, reason: "answers") }
            taken += count
        }
    }

    func giveBack(_ count: Int) { taken.withLock { $0 -= count } }
}

/// One version of a list in an unlinked file, whose space is freed with the last answer that uses it.
final class ResponseFile: Sendable {
    let tag: String
    /// In bytes.
    let length: Int
    private let descriptor: CInt
    private let budget: FileBudget
    /// The maximum size; a larger file would take too long to write.
    static let maxBytes = 1 << 30

    deinit {
        close(descriptor)
        budget.giveBack(length)
    }

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
    /// - Throws: `IOError` if the disk or the budget is full or the list too large, or the error of `body`.
    init(
        tag: String, in folder: String, budget: FileBudget = .shared,
        _ body: (@escaping (Data) throws -> Void) throws -> Void
    ) throws {
        let file = try Self.open(in: folder)
        var written = 0
        do {
            try body {
                try budget.take($0.count)
                written += $0.count
                try $0.write(to: file)
                guard written <= Self.maxBytes else { throw IOError(errnoCode: EFBIG, reason: "list") }
            }
        } catch {
            close(file)
            budget.giveBack(written)
            throw error
        }
        self.budget = budget
        self.tag = tag
        length = written
        descriptor = file
    }

    /// The rest from `offset`, which must be less than `length`, or 64 KB of it.
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
