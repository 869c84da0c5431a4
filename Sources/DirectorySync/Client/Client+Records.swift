import AsyncHTTPClient
import ClassAPI
import DirectoryModel
import Foundation
import NIOHTTP1

/// Records below the public path of their collection: credentials are not sent.
extension Client {
    /// In bytes.
    private static let largestInMemory = 256 << 20
    private static let maxNames = 1000

    /// The whole list.
    /// - Throws: `notAnAnswer` if an element is not a record.
    func records(of definition: Definition) async throws(SyncError) -> [Record] {
        var records: [Record] = []
        let largest = min(Self.largestInMemory, limits.largestList)
        let route = Route.open(.GET, definition.hostedPath)
        let answer = try await bring(definition, route, largest: largest) { elements in
            for element in elements {
                guard case .record(let record) = element else { throw SyncError.notAnAnswer(server: "\(server)") }
                records.append(record)
            }
        }
        guard case .whole = answer else { throw .noAnswer(server: "\(server)") }
        return records
    }

    /// The names at `path`; none if an earlier server does not have them.
    func names(at path: String, of definition: Definition) async throws(SyncError) -> [String] {
        do throws(SyncError) {
            guard let answer = try await answer(to: .open(.GET, path), about: definition),
                let names = WireJSON.decode([String].self, from: answer.body)
            else { return [] }
            return Array(names.prefix(Self.maxNames))
        } catch {
            switch error {
            case .failed, .notAllowed, .passwordNeeded, .signInRefused, .tooManyGuesses, .askedToWait, .tooLarge:
                return []
            default: throw error
            }
        }
    }

    /// The record with `key` and its tag, or nil for 404.
    func version(of key: Int, in definition: Definition) async throws(SyncError) -> Published? {
        try await published(.open(.GET, definition.hostedPath, key), of: definition) { $0.key == key && key > 0 }
    }

    /// Creates a record from the body of `route`.
    /// - Parameter triesTwice: true if it is sent once more if no readable answer arrives; it must have a key, so that
    ///   the server answers with the same record.
    /// - Throws: `unsure` if the server may have created it, but no readable answer arrived.
    func make(by route: Route, of definition: Definition, triesTwice: Bool) async throws(SyncError) -> Record {
        do throws(SyncError) {
            guard let made = try await published(route, of: definition, where: { $0.key > 0 }) else {
                throw .failed(server: "\(server)", status: 404)
            }
            return made.record
        } catch {
            switch error {
            case .answerCut, .answerSlow, .noAnswer, .stalled, .notAnAnswer, .tooLarge: break
            default: throw error
            }
            // The first request may have created it, whatever the second answer is.
            if triesTwice, !Task.isCancelled,
                let made = try? await make(by: route, of: definition, triesTwice: false)
            {
                return made
            }
            let (server, one) = ("\(server)", definition.collection.one)
            throw definition.home.isBooked ? .unanswered(server: server, one: one) : .unsure(server: server, one: one)
        }
    }

    /// Changes the record with `key`.
    /// - Parameter tag: the version to change; nil for any.
    /// - Throws: `gone` for 404, `conflict` for 412.
    func change(
        _ key: Int, of definition: Definition, ifMatch tag: String? = nil, _ body: some Encodable & Sendable
    ) async throws(SyncError) -> Record {
        let route = Route.open(.PATCH, definition.hostedPath, key, ifMatch: tag).carrying(body)
        guard let changed = try await published(route, of: definition, where: { $0.key == key && key > 0 }) else {
            throw .gone(server: "\(server)", one: definition.collection.one)
        }
        return changed.record
    }

    /// Removes a record.
    /// - Parameter tag: the version to remove; nil for any.
    /// - Returns: false for 404.
    /// - Throws: `conflict` for 412.
    func remove(
        _ key: Int, from definition: Definition, ifMatch tag: String? = nil
    ) async throws(SyncError) -> Bool {
        try await answer(to: .open(.DELETE, definition.hostedPath, key, ifMatch: tag), about: definition) != nil
    }

    /// Removes every record.
    /// - Parameter tag: the version of the list to remove; nil for any.
    /// - Throws: `conflict` for 412.
    func removeAll(from definition: Definition, ifMatch tag: String? = nil) async throws(SyncError) {
        guard try await answer(to: .open(.DELETE, definition.hostedPath, ifMatch: tag), about: definition) != nil else {
            throw .failed(server: "\(server)", status: 404)
        }
    }
}

extension Client {
    /// Streams the list at `route`, and passes its elements to `receive` as they arrive; no more is read until it
    /// returns.
    /// - Parameters:
    ///   - largest: the most bytes to read.
    ///   - outlined: receives the outline if only changes arrive.
    /// - Throws: `SyncError`, with different cases for incomplete, damaged and refused answers; or the error of
    ///   `receive`.
    func bring(
        _ definition: Definition, _ route: Route, largest: Int, progress: (TransferProgress) -> Void = { _ in },
        outlined: (ListOutline) -> Void = { _ in }, receive: ([ReadElement]) throws -> Void
    ) async throws(SyncError) -> StreamAnswer {
        try await send(route) { response throws(SyncError) in
            if let answer = try answerWithoutList(response, to: route) { return answer }
            let length = response.headers.first(name: "content-length").flatMap { Int($0) }
            guard length ?? 0 <= largest else { throw .listTooLarge(server: "\(server)", bytes: largest) }
            let hasOutline = route.wantsChanges && Self.type(of: response) == ListOutline.mediaType
            var list = ArrivingList(definition, expected: length, hasOutline: hasOutline)
            progress(list.progress)
            do {
                try await read(response.body, largest: largest) { bytes in
                    try list.take(bytes, outlined, receive)
                    progress(list.progress)
                }
                try list.finish(receive)
            } catch let problem as ListError {
                throw explained(problem, definition.collection)
            } catch { throw problem(for: error, isAfterHead: true) }
            progress(list.progress)
            return .whole(tag: response.headers.first(name: "etag"))
        }
    }

    private func answerWithoutList(
        _ response: HTTPClientResponse, to route: Route
    ) throws(SyncError) -> StreamAnswer? {
        if response.status == .ok { return nil }
        if response.status == .notModified { return .notModified }
        // The whole list is requested next. A proxy may not accept such a long URL.
        let fallbacks: [HTTPResponseStatus] = [.badRequest, .notFound, .gone, .uriTooLong]
        if route.wantsChanges, fallbacks.contains(response.status) { return .forgotten }
        try refuseFailure(response)
        // Other successes have only a part of the list, or none.
        throw .failed(server: "\(server)", status: Int(response.status.code))
    }

    private func explained(_ problem: ListError, _ collection: CollectionInfo) -> SyncError {
        switch problem {
        case .notAList, .otherCollection: .notAList(server: "\(server)", many: collection.many)
        case .unfinished, .openQuote: .cutShort(server: "\(server)")
        case .damaged, .binaryPropertyList: .damaged(server: "\(server)")
        }
    }
}

/// Reads the elements of a list as its bytes arrive. If only changes arrive, the first line is their outline.
private struct ArrivingList {
    /// The limit of an outline, in bytes: the keys of some 200,000 entries.
    private static let maxOutline = 4 << 20

    private let reader: ElementReader
    private var splitter = ElementSplitter()
    /// The beginning of the outline; nil once it is complete.
    private var outline: Data?
    private(set) var progress: TransferProgress

    init(_ definition: Definition, expected: Int?, hasOutline: Bool) {
        reader = ElementReader(definition, isNumbered: definition.numbering == .byServer)
        outline = hasOutline ? Data() : nil
        progress = TransferProgress(expected: expected)
    }

    /// - Throws: `ListError`, or the error of `receive`.
    mutating func take(
        _ bytes: UnsafeRawBufferPointer, _ outlined: (ListOutline) -> Void, _ receive: ([ReadElement]) throws -> Void
    ) throws {
        progress.received += bytes.count
        var batch: [ReadElement] = []
        try splitter.push(try takeOutline(bytes, outlined), readBy: reader) { batch.append($0) }
        try pass(batch, to: receive)
    }

    mutating func finish(_ receive: ([ReadElement]) throws -> Void) throws {
        var batch: [ReadElement] = []
        try splitter.finish { batch.append(reader.read($0)) }
        try pass(batch, to: receive)
    }

    private mutating func pass(_ batch: [ReadElement], to receive: ([ReadElement]) throws -> Void) throws {
        if !batch.isEmpty { try receive(batch) }
        progress.records += batch.count
    }

    /// - Returns: the bytes after the outline.
    private mutating func takeOutline(
        _ bytes: UnsafeRawBufferPointer, _ outlined: (ListOutline) -> Void
    ) throws -> UnsafeRawBufferPointer {
        guard let begun = outline else { return bytes }
        let part = bytes.prefix { $0 != UInt8(ascii: "\n") }
        let line = begun + part
        guard line.count <= Self.maxOutline else { throw ListError.notAList }
        outline = line
        guard part.endIndex < bytes.endIndex else { return UnsafeRawBufferPointer(rebasing: bytes.suffix(0)) }
        guard let whole = WireJSON.decode(ListOutline.self, from: line), whole.count >= 0 else {
            throw ListError.notAList
        }
        outline = nil
        outlined(whole)
        return UnsafeRawBufferPointer(rebasing: bytes.dropFirst(part.count + 1))
    }
}
