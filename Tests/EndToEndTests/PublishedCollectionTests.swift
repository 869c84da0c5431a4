import Boats
import DirectoryModel
import DirectoryStore
import DirectorySync
import Foundation
import Testing
import TypedStore

/// A second published collection, on a real server and a real command line, from its definition alone.
struct PublishedCollectionTests {
    private let folder = Folder()

    /// Runs a command of `netid`, who has a sandbox of their own.
    private func run(
        _ netid: String, _ arguments: String..., at server: ServerAddress
    ) async throws -> RealProgram.Ran {
        let common = ["--sandbox", folder.url.appending(path: netid).path, "--server", "\(server)", "--netid", netid]
        return try await RealProgram(
            "boat-club", ["boats"] + arguments.prefix(1) + common + arguments.dropFirst(),
            environment: ["DUKE_DIRECTORY_PASSWORD": try password(of: netid)]
        ).run()
    }

    private func password(of netid: String) throws -> String {
        try String(contentsOf: folder.url.appending(path: "server/\(netid)"), encoding: .utf8)
    }

    private func client(of netid: String, at server: ServerAddress) throws -> Client {
        Client(server: server, credentials: Credentials(netid: netid, password: try password(of: netid)))
    }

    private func withServer(_ body: (ServerAddress) async throws -> Void) async throws {
        let server = try RealProgram("boat-club", ["serve", folder.url.appending(path: "server").path])
        try await server.whileItRuns { said in
            try await body(try ServerAddress(said.split(separator: " ").last.map(String.init) ?? ""))
        }
    }

    @Test func everyoneDownloadsWhatOnePublished() async throws {
        try await withServer { server in
            // Given a boat that Ana published
            let added = try await run("ana", "add", "7", "na=Möwe, sk=ana, ha=Kiel", at: server)
            #expect(added.output == "Number: 007; Name: Möwe; Skipper: ana; Harbor: Kiel\n")
            let published = try await run("ana", "upload", "--initial", at: server)
            #expect(published.output == "Your record was published for the first time.\n")

            // When Bo downloads and looks for it
            let arrived = try await run("bo", "download", "--replace", at: server)
            #expect(arrived.output == "1 boat downloaded.\n")
            let found = try await run("bo", "find", "ha=kie", at: server)

            // Then it is there
            #expect(found.output == "Number: 007; Name: Möwe; Skipper: ana; Harbor: Kiel\n")
            #expect(try await run("bo", "download", "--update", at: server).output == "Already up to date.\n")
        }
    }

    @Test func onlyTheOwnerChangesAnEntry() async throws {
        try await withServer { server in
            // Given a boat of Ana's that Bo has too
            #expect(try await run("ana", "add", "7", "na=Möwe, sk=ana", at: server).status == 0)
            #expect(try await run("ana", "upload", "--initial", at: server).status == 0)
            #expect(try await run("bo", "download", "--replace", at: server).status == 0)

            // When Bo sends another boat in Ana's name, and asks for hers to be replaced and removed
            let bo = try client(of: "bo", at: server)
            var boat = Boat(key: 8)
            (boat.name, boat.skipper) = ("Nixe", "ana")
            for attempt in [
                { try await bo.create(boat.record) }, { try await bo.replace(boat.record, netid: "ana") },
            ] as [() async throws -> Published] {
                await #expect(throws: SyncError.notAllowed(server: "\(server)")) { _ = try await attempt() }
            }
            await #expect(throws: SyncError.notAllowed(server: "\(server)")) {
                try await bo.remove("ana", from: Boat.definition)
            }

            // Then hers is as it was, and she can remove it
            #expect(try await bo.entry("ana", of: Boat.definition).map { Boat($0.record) }?.name == "Möwe")
            #expect(try await run("ana", "withdraw", "--yes", at: server).status == 0)
            #expect(try await bo.entry("ana", of: Boat.definition) == nil)
        }
    }

    @Test func twoSkippersMergeWhatTheyChangedAtTwoPlaces() async throws {
        try await withServer { server in
            // Given Ana's boat, changed by her at home and on the server
            #expect(try await run("ana", "add", "7", "na=Möwe, sk=ana", at: server).status == 0)
            #expect(try await run("ana", "upload", "--initial", at: server).status == 0)
            let elsewhere = try client(of: "ana", at: server)
            var boat = Boat(try #require(try await elsewhere.entry("ana", of: Boat.definition)).record)
            boat.harbor = "Rostock"
            _ = try await elsewhere.replace(boat.record, netid: "ana")
            #expect(try await run("ana", "update", "7", "cr=Cy, Di", at: server).status == 0)

            // When she uploads
            let merged = try await run("ana", "upload", "--update", at: server)

            // Then both changes are on the server
            #expect(merged.status == 0)
            let now = Boat(try #require(try await elsewhere.entry("ana", of: Boat.definition)).record)
            #expect((now.harbor, now.crew) == ("Rostock", ["Cy", "Di"]))
        }
    }
}
