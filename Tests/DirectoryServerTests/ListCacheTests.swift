import DirectoryModel
import Foundation
import Hostile
import NIOHTTP1
import SampleData
import Testing

@testable import DirectoryServer

/// The lists that are sent from files.
@Suite struct ListCacheTests {
    /// A reader that pauses gets the version it began with, and others the present one.
    @Test(.server(isReadingOpen: true), arguments: [0, 2])
    func slowReaderReceivesOneVersion(earlier: Int) async throws {
        // Given a list that does not fit in the buffers of a connection, read before or not
        let sample = try SampleClass(count: 300, pictureBytes: 60_000)
        try await server.repository.fill("people", count: 300) { try sample.entry(at: $0) }
        let old = try await server.send(.HEAD, "/entries/all").headers.first(name: "Content-Length")
        for _ in 0..<earlier { _ = try await server.send(.GET, "/entries/all") }
        let hasBegun = DispatchSemaphore(value: 0)
        let isChanged = DispatchSemaphore(value: 0)
        async let slow = Wire.talk(to: server.port) { wire in
            wire.send("GET /entries/all HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            #expect(wire.receive(atMost: 8) == 8)
            hasBegun.signal()
            isChanged.wait()
            return wire.receive()
        }
        try await onThread { hasBegun.wait() }
        // When an entry is added while one client has read only the beginning
        try await server.repository.add(try Entry(DukePerson.sample("new1", duid: 900_001).record))
        let present = try await server.send(.GET, "/entries/all")
        isChanged.signal()
        // Then a new reader gets it, and the slow one gets the old list, whole
        #expect(present.text.contains(#""netid":"new1""#))
        let answer = try await slow
        let body = answer.split(separator: "\r\n\r\n", maxSplits: 1).last ?? ""
        #expect(String(body.utf8.count) == old)
        #expect(!body.contains(#""netid":"new1""#))
        #expect(try JSONDecoder().decode([DukePerson].self, from: Data(body.utf8)).count == 300)
    }

    @Test(.sqlite) func oneFileServesAllWhoAskTogether() async throws {
        try await repository.add(try Entry(DukePerson.sample().record))
        let files = ListCache(repository: repository, folder: repository.folder)
        let tag = try await repository.version(of: "people").tag
        let made = try await withThrowingTaskGroup(of: ResponseFile.self) { group in
            for _ in 0..<20 { group.addTask { try await files.file(of: "people", tag: tag) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(made.map(ObjectIdentifier.init)).count == 1)
        #expect(made.allSatisfy { $0.tag == tag })
        // When the list changes, then the next file is another one
        try await repository.add(try Entry(DukePerson.sample("cd34", duid: 8).record))
        let next = try await files.file(of: "people", tag: try await repository.version(of: "people").tag)
        #expect(next.length > made[0].length)
        // And the folder does not show any of them
        let names = try FileManager.default.contentsOfDirectory(atPath: repository.folder)
        #expect(names.allSatisfy { $0.hasPrefix("server.sqlite") })
    }

    @Test(.sqlite) func aListIsRefusedAndTheServerIsNotHealthyWhereNoFileCanBeMade() async throws {
        try await repository.add(try Entry(DukePerson.sample().record))
        try await TestServer.with(repository, folder: "/nowhere") { server in
            for _ in 0..<2 {
                let answer = try await server.send(.GET, "/entries/all")
                #expect(answer.status == 500 && answer.json["recovery"]?.hasSuffix("read its log.") == true)
            }
            #expect(try await server.open(.GET, "/health").status == 503)
            // A short answer needs none
            #expect(try await server.send(.GET, "/entries/ab12").status == 200)
        }
    }
}
