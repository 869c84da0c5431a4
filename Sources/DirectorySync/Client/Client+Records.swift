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
                let names = try? JSONDecoder().decode([String].self, from: answer.body)
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
        _ key: Int, of definition: Definition, by method: HTTPMethod = .PATCH, ifMatch tag: String? = nil,
        _ body: some Encodable & Sendable
    ) async throws(SyncError) -> Record {
        let route = Route.open(method, definition.hostedPath, key, ifMatch: tag).carrying(body)
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
    /// Streams the list at `route`, and passes its elements to `receive` as they arrive.
    /// - Parameters:
    ///   - largest: the most bytes to read.
    ///   - outlined: receives the outline if only changes arrive.
    /// - Throws: `SyncError`, with different cases for incomplete, damaged and refused answers; or the error of
    ///   `receive`.
    func bring(
        _ definition: Definition, _ route: Route, largest: Int, progress: (TransferProgress) -> Void = { _ in },
        outlined: (ListOutline) -> Void = { _ in }, receive: ([ReadElement]) throws -> Void
    ) async throws(SyncError) -> StreamAnswer {
        let reader = ElementReader(definition, isNumbered: definition.numbering == .byServer)
        var splitter = ElementSplitter()
        var state = TransferProgress()
        let answer = try await stream(route, largest: largest, outlined: outlined) { length in
            state.expected = length
            progress(state)
        } piece: { bytes in
            var batch: [ReadElement] = []
            try explained(definition.collection) {
                try splitter.push(bytes, readBy: reader) { batch.append($0) }
                if !batch.isEmpty { try receive(batch) }
            }
            state.received += bytes.count
            state.records += batch.count
            progress(state)
        }
        guard case .whole = answer else { return answer }
        do {
            var last: [ReadElement] = []
            try explained(definition.collection) {
                try splitter.finish { last.append(reader.read($0)) }
                if !last.isEmpty { try receive(last) }
            }
            state.records += last.count
            progress(state)
        } catch { throw problem(for: error, isAfterHead: true) }
        return answer
    }

    private func explained(_ collection: CollectionInfo, _ body: () throws -> Void) throws {
        do { try body() } catch let problem as ListError {
            throw switch problem {
            case .notAList: SyncError.notAList(server: "\(server)", many: collection.many)
            case .unfinished, .openQuote: SyncError.cutShort(server: "\(server)")
            case .damaged, .binaryPropertyList: SyncError.damaged(server: "\(server)")
            }
        }
    }
}

/// Removes the outline, the first line, from an answer with only changes.
struct OutlineSplitter {
    /// The limit of an outline, in bytes: the keys of some 200,000 entries.
    private static let maxLength = 4 << 20
    private static let end = UInt8(ascii: "\n")

    private var line: [UInt8] = []
    private var isComplete = false

    /// Passes the outline to `outlined`, and what follows it to `rest`.
    /// - Throws: `ListError.notAList` if the first line is not an outline, or the error of `rest`.
    mutating func take(
        _ piece: UnsafeRawBufferPointer, _ outlined: (ListOutline) -> Void,
        rest: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        guard !isComplete else { return try rest(piece) }
        let part = piece.prefix { $0 != Self.end }
        line += part
        guard line.count <= Self.maxLength else { throw ListError.notAList }
        guard part.endIndex < piece.endIndex else { return }
        guard let outline = try? JSONDecoder().decode(ListOutline.self, from: Data(line)), outline.count >= 0 else {
            throw ListError.notAList
        }
        (isComplete, line) = (true, [])
        outlined(outline)
        let following = piece.dropFirst(part.count + 1)
        if !following.isEmpty { try rest(UnsafeRawBufferPointer(rebasing: following)) }
    }
}
