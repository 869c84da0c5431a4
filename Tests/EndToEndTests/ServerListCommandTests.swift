import DirectoryModel
import DirectoryStore
import DirectorySync
import Foundation
import Hostile
import Testing
import TypedStore

/// `dukedir todos …`, `tours …` and `courses …` against the real server, without a password.
struct ServerListCommandTests: CommandSuite {
    let folder = Folder()

    @Test func changesOfOthersAreNotOverwritten() async throws {
        try await withClassServer(people: 1) { server in
            #expect(try await run("todos", "add", "--server", "\(server)", "ti=Call Bo").status == 0)
            let client = Client(server: server, credentials: nil)
            // Given a to-do that somebody else changed since it was last shown here
            let theirs = try await client.patch(RecordID<ToDo>(1), ToDo(title: "Call Bo before noon"))
            // When the same field is changed here, then it remains, and what it is now is said
            let conflict = try await run("todos", "update", "1", "ti=Clobber")
            #expect(conflict.status == 4 && conflict.output == "")
            #expect(
                conflict.complaint.hasPrefix(
                    "Task: you have “Clobber”, the server has “Call Bo before noon”\nThis to-do was changed"))
            #expect(try await client.get([ToDo].self) == [theirs])
            // And the same command again changes it
            #expect(try await run("todos", "update", "1", "ti=Clobber").status == 0)
            #expect(try await client.get([ToDo].self).map(\.title) == ["Clobber"])
            // And a list to which somebody added one is not cleared
            _ = try await client.post(ToDo(title: "Unseen"))
            let refused = try await run("todos", "clear", "--yes")
            #expect(refused.status == 4 && refused.output == "")
            #expect(refused.complaint.hasPrefix("The list of to-dos was changed elsewhere (1 new)"))
            #expect(try await client.get([ToDo].self).count == 2)
            #expect(try await run("todos", "clear", "--yes").output == "All to-dos were deleted.\n")
            // And the history calls it that, and does not offer to undo it
            #expect(try await run("todos", "history").output.contains("Deleting all to-dos: 2 to-dos"))
            let help = try await run("todos", "history", "--help").output
            #expect(help.contains("--json") && !help.contains("undo"))
        }
    }

    @Test func toDosAreTheServers() async throws {
        try await withClassServer(people: 3) { server in
            #expect(try await run("todos", "--server", "\(server)").output == "")
            let milk = try await run("todos", "add", "ti=Buy milk, oats, us=ana")
            #expect(milk.status == 0 && milk.output == "Added to-do 1: Buy milk, oats (ana)\n")
            #expect(try await run("todos", "add", "ti=Second").output == "Added to-do 2: Second\n")
            #expect(try await run("todos", "toggle", "1").output == "Buy milk, oats, ana, completed – 1\n")
            #expect(
                try await run("todos", "list").output == "1. Buy milk, oats, ana, completed – 1\n2. Second, open – 2\n")
            #expect(try await run("todos", "list", "--query", "open").output == "1. Second, open – 2\n")
            #expect(try await run("todos", "find", "co=yes").output.hasPrefix("Identifier: 1; Task: Buy milk"))
            #expect(try await run("todos", "update", "2", "us=bo, or=-1").status == 0)
            #expect(try await run("todos", "update", "2", "ti=").complaint == "Task must be filled in.\n")
            #expect(try await run("todos", "toggle", "1").output.contains("open"))
            // Added elsewhere, and so not known here
            let client = Client(server: server, credentials: nil)
            _ = try await client.post(ToDo(title: "Elsewhere", order: 9))
            #expect(try await run("todos", "lookup", "3").output == "Elsewhere\n")
            #expect(try await run("todos", "find", "3").output == "Identifier: 3; Task: Elsewhere\n")
            // To look for it fetched the list.
            #expect(try await run("todos", "refresh").output == "3 to-dos downloaded: no changes.\n")
            // Text is kept as it was typed
            let typed = try await run("todos", "add", "ti=Fix List<Int> bug, co=yes")
            #expect(typed.output == "Added to-do 4: Fix List<Int> bug\n")
            #expect(try await client.get(RecordID<ToDo>(4))?.completed == true)
            #expect(try await run("todos", "delete", "3").status == 0)
            #expect(try await client.get(RecordID<ToDo>(3)) == nil)
            for arguments in [["delete", "3"], ["lookup", "3"], ["toggle", "3"]] {
                let ran = try await run("todos", arguments[0], arguments[1])
                #expect(ran.output == "Not Found\n" && ran.status == 1)
            }
            let unasked = try await run("todos", "clear")
            #expect(unasked.status == 2 && unasked.complaint.contains("Use --yes"))
            #expect(try await client.get([ToDo].self).count == 3)
            #expect(try await run("todos", "clear", "--yes").output == "All to-dos were deleted.\n")
            #expect(try await client.get([ToDo].self).isEmpty)
            #expect(try await run("todos", "add", "ti=Stays").status == 0)
        }
        // The last known list is there without the server; changes are not made.
        #expect(try await run("todos").output.hasSuffix("Stays, open – 5\n"))
        #expect(try await run("todos", "add", "ti=No").status == 3)
        #expect(try await run("todos", "refresh", "--yes").status == 2)
        #expect(try await run("todos").output.hasSuffix("Stays, open – 5\n"))
    }

    @Test func toDosOfOneServerAreNotChangedOnAnother() async throws {
        try await RawServer.with(RawServer.answer(#"[{"title":"Theirs","url":"/todos/1"}]"#)) { server in
            let fetched = try await run("todos", "refresh", "--server", "127.0.0.1:\(server.port)")
            #expect(fetched.status == 0)
        }
        try await withClassServer(people: 1) { server in
            let client = Client(server: server, credentials: nil)
            let there = try await client.post(ToDo(title: "Another's"))
            for arguments in [["add", "ti=New"], ["update", "1", "ti=Mine"], ["toggle", "1"], ["delete", "1"]] {
                let ran = try await run(["--server", "\(server)", "todos"] + arguments)
                #expect(ran.status == 3 && ran.output.isEmpty, "\(arguments)")
                #expect(ran.complaint.hasPrefix("These to-dos are not from \(server)"), "\(ran.complaint)")
            }
            #expect(try await client.get([ToDo].self) == [there])
            // And they are looked up there, and changed once they are the list here
            #expect(try await run("todos", "lookup", "1").output == "Another's\n")
            #expect(try await run("todos", "refresh").status == 0)
            #expect(try await run("todos", "delete", "1").status == 0)
        }
    }

    @Test func rejectedElementsOfTheServersListAreReported() async throws {
        let list = """
            [{"title": "Tea", "url": "/todos/1"}, {"title": "Two", "order": "many", "url": "/todos/2"}, {"title": "Two", "url": "/todos/1"}, 8]
            """
        try await RawServer.with(RawServer.answer(list)) { server in
            let ran = try await run("todos", "--server", "http://127.0.0.1:\(server.port)")
            #expect(ran.output == "1. Tea, open – 1\n2. Two, open – 2\n")
            #expect(ran.complaint.split(separator: "\n").count == 2, "\(ran.complaint)")
            #expect(ran.complaint.contains("Another to-do earlier in the list has the same Identifier."))
        }
    }

    @Test func aListOfTheServersIsNeverAPartOfIt() async throws {
        var port = 0
        try await withClassServer(people: 3) { server in
            port = try #require("\(server)".split(separator: ":").last.flatMap { Int($0) })
            let client = Client(server: server, credentials: nil)
            for (index, title) in ["Tea", "Milk"].enumerated() {
                _ = try await client.post(ToDo(title: title, order: index + 1))
            }
            // Given a sandbox that knows the second alone
            #expect(try await run("todos", "toggle", "2", "--server", "\(server)").status == 0)
            // When it is listed, then all are
            let listed = try await run("todos")
            #expect(listed.output == "1. Tea, open – 1\n2. Milk, completed – 2\n" && listed.complaint.isEmpty)
            // And what was changed elsewhere is as it is there
            _ = try await client.patch(RecordID<ToDo>(1), ToDo(completed: true))
            #expect(try await run("todos", "list", "--query", "open").output.isEmpty)
            _ = try await client.patch(RecordID<ToDo>(1), ToDo(title: "Green tea"))
            #expect(try await run("todos", "find", "1").output.hasPrefix("Identifier: 1; Task: Green tea"))
            #expect(try await run("todos").output.hasPrefix("1. Green tea"))
            #expect(try await run("todos", "find", "77").status == 1)
        }
        // When the server is away, and no other gets its port, then the last known list is shown, and it is said that
        // it is that
        let (wire, _) = try #require(Wire.holding(port: port))
        defer { wire.end() }
        for arguments in [["list", "--query=all"], ["find", "tea"], ["find", "1"]] {
            let ran = try await run("todos", arguments[0], arguments[1])
            #expect(ran.status == 0 && ran.output.contains("1"), "\(arguments)")
            #expect(ran.complaint.matches(of: /. This is the last downloaded list/).count == 1, "\(arguments)")
        }
        // And what is not known cannot be told; a problem is told in the words of this program
        let unknown = try await run("todos", "find", "77")
        #expect(unknown.status == 3 && unknown.output.isEmpty && !unknown.complaint.contains("Preferences"))
        #expect(unknown.complaint.matches(of: /Cannot reach/).count == 1, "\(unknown.complaint)")
        let nothing = try await ServerListCommandTests().run("--server", "127.0.0.1:1", "todos")
        #expect(nothing.status == 3 && nothing.output.isEmpty)
    }

    /// A day is a day where the user is.
    @Test func toursAreBooked() async throws {
        let tokyo = try #require(TimeZone(identifier: "Asia/Tokyo"))
        let day = try #require(BookableDays.options(in: tokyo).first)
        let moment = try #require(Moment(day.value))
        let date = moment.date.formatted(Date.ISO8601FormatStyle(timeZone: tokyo).year().month().day())
        func tours(_ arguments: String...) async throws -> RealProgram.Ran {
            try await run(["tours"] + arguments, environment: ["TZ": "Asia/Tokyo"])
        }
        try await withClassServer(people: 3) { server in
            // When tomorrow in Tokyo is booked there, then it is that day
            let booked = try await tours("book", "na=Garvan Keeley, nu=4, da=\(date)", "--server", "\(server)")
            #expect(booked.status == 0, "\(booked.complaint)")
            #expect(booked.output.contains("Garvan Keeley") && booked.output.contains("Reservation: "))
            #expect(booked.output.contains("Date: \(moment.day(in: tokyo))\n"))
            for (fields, text) in [
                ("na=Ann, nu=2, da=\(date), rc=AAAA", "The Reservation is set by the server."),
                ("nu=4, da=\(date)", "Name must be filled in."),
                ("na=Garvan, nu=7, da=\(date)", "Group Size “7” cannot"),
                ("na=Garvan, nu=2, da=2017-03-29", "Date must be a day from "),
                ("na=Garvan, nu=2", "Date must be filled in."),
                ("na=Garvan, nu=2, da=tomorrow", "Date “tomorrow” cannot be used: it must be a day such as \(date)."),
            ] {
                let ran = try await tours("book", fields)
                #expect(ran.status == 2 && ran.complaint.contains(text), "\(ran.complaint)")
            }
        }
        // And the wire has its noon as an instant
        let saved = try folder.model().store.whole(TourReservation.self) { _ in true }
        #expect(saved.map(\.tourDate) == [day.value] && day.value.hasSuffix("T03:00Z"))
        let past = TourReservation(id: 900).with(\.customerName, "Ada").with(\.tourDate, "2017-03-29T12:00Z")
        try folder.store().save(past.with(\.reservationCode, "OLD"))
        let lines = try await tours().output.split(separator: "\n")
        #expect(lines.count == 4 && lines[0] == "Upcoming" && lines[2] == "Past", "\(lines)")
        #expect(lines[1].hasPrefix("1. Garvan Keeley, \(moment.day(in: tokyo))") && lines[3].hasPrefix("2. Ada, "))
        #expect(try await tours("book", "na=Garvan, nu=2, da=\(date)").status == 3)
        #expect(try await tours("add", "na=Garvan").status == 2)
    }

    @Test func coursesAreFetchedOnce() async throws {
        let unnamed = try await run("courses")
        #expect(unnamed.status == 2 && unnamed.complaint.contains("--server"))
        try await withClassServer(people: 3) { server in
            #expect(try await run("courses", "find", "1", "--server", "\(server)").status == 0)
            let courses = try await run("courses", "list")
            #expect(courses.output.contains("IPC144 - Level 1"))
        }
        #expect(try await run("courses", "find", "co=IPC144").output.contains("IPC144 - Level 1, In the CPA program"))
        #expect(try await run("courses", "refresh").status == 3)
        #expect(try await run("courses", "list").status == 0)
    }
}
