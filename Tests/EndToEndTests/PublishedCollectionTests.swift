import Boats
import DirectoryModel
import DirectoryStore
import DirectorySync
import Foundation
import ScreenFixtures
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

    private func withServer(_ body: (ServerAddress) async throws -> Void) async throws {
        let server = try RealProgram("boat-club", ["serve", folder.url.appending(path: "server").path])
        try await server.whileItServes(body)
    }

    @Test func publishedRecordIsDownloadedByOthers() async throws {
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
}
