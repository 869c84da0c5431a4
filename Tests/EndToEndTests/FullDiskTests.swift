import DirectoryModel
import DirectoryStore
import DirectorySync
import Foundation
import Subprocess
import SystemPackage
import Testing
import TypedStore

/// What can be read and what is said on a disk that takes nothing: a small file system of the test's own, which
/// `unshare` gives without any rights where the system lets it.
@Suite(.enabled("a file system of one's own can be mounted", { await OwnDisk.canMount() }))
struct FullDiskTests {
    private let folder = Folder()

    private static let dukedir = RealProgram.path(of: "dukedir")

    /// A sandbox with a person and a contact; its file needs nothing of what readers and writers share.
    private func fill() throws {
        let store = try folder.store([DukePerson(DUID: 5, fName: "Ana", lName: "Li")])
        try store.save(Contact("fn=Bo, ln=Xi", key: 1))
        try store[.people].saveFile()
    }

    @Test(arguments: [
        (
            "mount --bind \"$2\" \"$2\" && mount -o remount,ro,bind \"$2\" && SANDBOX=\"$2\"",
            "The directory is read-only: its disk is read-only."
        ),
        (
            """
            mount -t tmpfs -o size=2m tmpfs /mnt && cp -r "$2" /mnt/sandbox && SANDBOX=/mnt/sandbox
            dd if=/dev/zero of=/mnt/filling bs=4k 2>/dev/null
            """, "The directory is read-only: the disk is full."
        ),
    ])
    func aDiskThatTakesNothingCanBeRead(mount: String, reason: String) async throws {
        try fill()
        let message = try await OwnDisk.shell(
            """
            \(mount)
            for command in list "find Ana" "export -" contacts "add 9 fn=Cy"; do
                echo "[$command]"; "$1" --sandbox "$SANDBOX" $command 2>&1; echo "= $?"
            done
            """, [Self.dukedir, folder.url.path])
        #expect(message.contains("[list]\n1. Ana Li – 0000005\n= 0"), "\(message)")
        #expect(message.contains("[find Ana]\nAna Li"), "\(message)")
        #expect(message.contains("\"fName\":\"Ana\""), "\(message)")
        #expect(message.contains("1. Bo Xi"), "\(message)")
        #expect(message.contains("[add 9 fn=Cy]\n\(reason)"), "\(message)")
        #expect(message.hasSuffix("= 4\n"), "\(message)")
    }

    /// SQLite cannot read the log that a killed program left on such a disk.
    @Test func theFolderThatCannotBeReadWithoutWritingIsNamed() async throws {
        try fill()
        let store = try folder.store()
        try store.save(DukePerson(DUID: 6))
        let message = try await OwnDisk.shell(
            """
            mkdir "$2/copy" && cp "$2"/directory.sqlite "$2"/directory.sqlite-wal "$2/copy"
            mount --bind "$2/copy" "$2/copy" && mount -o remount,ro,bind "$2/copy"
            "$1" --sandbox "$2/copy" list 2>&1
            """, [Self.dukedir, folder.url.path])
        #expect(
            message == """
                The directory’s file could not be opened: its disk is read-only. Check the folder \
                “\(folder.url.path)/copy”, and try again.

                """)
        withExtendedLifetime(store) {}
    }

    /// Runs `command` in a copy of the sandbox on disks of so many MB of which so many pages are left.
    /// - Returns: for each, the pages, what `look` prints when there is room again, and what the command printed.
    private func onFullDisks(
        of megabytes: Int, pages: String, _ command: String, look: String, _ server: ServerAddress? = nil
    ) async throws -> [[String]] {
        let printed = try await OwnDisk.shell(
            """
            export DUKE_DIRECTORY_PASSWORD=demo
            for pages in \(pages); do
                mount -t tmpfs -o size=\(megabytes)m tmpfs /mnt && cp -r "$2" /mnt/sandbox
                dd if=/dev/zero of=/mnt/filling bs=4k 2>/dev/null
                truncate -s -$((pages * 4096)) /mnt/filling
                words=$("$1" --sandbox /mnt/sandbox \(command) 2>&1 | tr '\\n' ' ')
                rm /mnt/filling
                echo "$pages|$(\(look))|$words"
                umount /mnt
            done
            """, [Self.dukedir, folder.url.path, server.map { "\($0)" } ?? ""])
        let lines = printed.split(separator: "\n").map {
            $0.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        }
        try #require(lines.count == 8 && lines.allSatisfy { $0.count == 3 }, "\(printed)")
        #expect(Set(lines.map { $0[1] }).count == 2, "\(printed)")
        return lines
    }

    @Test func aDownloadOnAFullDiskIsReportedAsItHappened() async throws {
        try fill()
        try await withClassServer(people: 40) { server in
            let lines = try await onFullDisks(
                of: 4, pages: "20 60 80 100 120 140 200 400",
                "download --replace --server \"$3\" --netid demo", look: "\"$1\" --sandbox /mnt/sandbox list | wc -l",
                server)
            for line in lines {
                #expect((line[1] == "40") == line[2].hasPrefix("40 people downloaded"), "\(line)")
            }
        }
    }

    /// The pictures of a list need more space than the list itself while they arrive.
    @Test func aDownloadThatFillsTheDiskLeavesNothingBehind() async throws {
        try fill()
        try await withClassServer(people: 225, options: ["--picture-bytes", "40000"]) { server in
            let printed = try await OwnDisk.shell(
                """
                export DUKE_DIRECTORY_PASSWORD=demo
                mount -t tmpfs -o size=14m tmpfs /mnt && cp -r "$2" /mnt/sandbox
                "$1" --sandbox /mnt/sandbox download --replace --server "$3" --netid demo
                du -sk /mnt/sandbox | cut -f1
                "$1" --sandbox /mnt/sandbox list
                du -sk /mnt/sandbox | cut -f1
                """, [Self.dukedir, folder.url.path, "\(server)"])
            let lines = printed.split(separator: "\n").map(String.init)
            #expect(lines.first?.hasPrefix("The disk is full, so no changes were made.") == true, "\(printed)")
            #expect(lines.dropFirst(2).first == "1. Ana Li – 0000005", "\(printed)")
            // A few hundred KB without the list, 9 MB with it
            let sizes = lines.compactMap { Int($0) }
            #expect(sizes.allSatisfy { $0 < 1000 }, "\(printed)")
        }
    }

    /// Too few descriptors are told as that. How many the store has left, the system decides.
    @Test func missingFileDescriptorsAreReported() async throws {
        try fill()
        let message = try await OwnDisk.shell(
            "for most in 5 6 7 8; do (ulimit -n $most; \"$1\" --sandbox \"$2\" find 5) 2>&1; done",
            [Self.dukedir, folder.url.path])
        #expect(message.contains("too many files are open"), "\(message)")
        #expect(!message.contains("permission"), "\(message)")
    }

    /// A limit of the account is not told as a broken disk.
    @Test func aLimitOfTheSizeOfFilesIsNamed() async throws {
        try fill()
        let rows = (10...9000).map { #"{"DUID":\#($0),"netid":"n\#($0)","fName":"Name","lName":"Last"}"# }
        let file = try folder.file("many.json", "[\(rows.joined(separator: ","))]")
        let message = try await OwnDisk.shell(
            "(ulimit -f 400; \"$1\" --sandbox \"$2\" import \"$3\") 2>&1", [Self.dukedir, folder.url.path, file.path])
        #expect(message.contains("it is larger than its disk or your account allows"), "\(message)")
    }

    @Test func aChangeOnAFullDiskIsReportedAsItHappened() async throws {
        try fill()
        let lines = try await onFullDisks(
            of: 2, pages: "0 5 12 17 20 24 40 80", "add 9 fn=Cy",
            look: "\"$1\" --sandbox /mnt/sandbox find 9 | head -c 2; grep -c '\"DUID\":9' /mnt/sandbox/people.json")
        for line in lines {
            let isSaved = line[1].hasPrefix("Cy")
            #expect(isSaved == line[2].hasPrefix("Cy"), "\(line)")
            #expect(isSaved == !line[2].contains("o changes were made") || line[2].contains("read-only"), "\(line)")
            // The start after it writes what could not be written.
            #expect(isSaved == line[1].hasSuffix("1"), "\(line)")
        }
    }
}

/// File systems that only the scripts run in it see.
private enum OwnDisk {
    /// True where a file system can be mounted that nobody else sees.
    static func canMount() async -> Bool {
        let message = try? await shell("mount -t tmpfs -o size=1m tmpfs /mnt && echo yes", [])
        return message?.contains("yes") == true
    }

    /// What a script says that runs with file systems of its own; `$1` is the first of `arguments`.
    static func shell(_ script: String, _ arguments: [String]) async throws -> String {
        let ran = try await Subprocess.run(
            .path("/usr/bin/unshare"), arguments: .init(["-rm", "sh", "-c", script, "sh"] + arguments),
            input: .none, output: .string(limit: 1_000_000), error: .combinedWithOutput)
        return ran.standardOutput
    }
}
