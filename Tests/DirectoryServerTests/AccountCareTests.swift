import DirectoryModel
import Foundation
import NIOHTTP1
import Synchronization
import Testing

@testable import DirectoryServer

/// What an administrator does with accounts: disables them, makes many, and lets people choose a password.
@Suite struct AccountCareTests {
    private static func secret(of link: String) -> String { link.split(separator: "/").last.map(String.init) ?? "" }

    @Test(.server([.sample()])) func aDisabledAccountOpensNothing() async throws {
        let accounts = Accounts(repository: server.repository)
        #expect(try await server.send(.GET, "/entries/ab12").status == 200)
        // When it is disabled, twice even, then it opens nothing at once
        try await accounts.setEnabled(false, "AB12")
        try await accounts.setEnabled(false, "ab12")
        #expect(try await server.send(.GET, "/entries/ab12").status == 401)
        await #expect(throws: ServerError.accountDisabled("ab12")) { try await accounts.reset("ab12") }
        // And when it is enabled, the password is the same
        try await accounts.setEnabled(true, "ab12")
        #expect(try await server.send(.GET, "/entries/ab12").status == 200)
        await #expect(throws: ServerError.noAccount("none")) { try await accounts.setEnabled(false, "none") }
    }

    @Test(.server([.sample()])) func aLinkSetsAPasswordOnce() async throws {
        // Given a link, and the one before it
        let links = PasswordLinks(repository: server.repository)
        let old = try await links.make(for: "ab12")
        let link = try await links.make(for: "AB12")
        #expect(try await server.open(.GET, old).status == 404)
        let form = try await server.open(.GET, link)
        #expect(form.status == 200 && form.text.contains("ab12") && form.text.contains(#"method="post""#))
        // When what was chosen is weak, or differs, then the form says so
        for (body, texts) in [
            ("password=password&again=password", "too common"), ("password=x&again=x", "at least 8"),
            ("password=correct+horse&again=correct+house", "differ"), ("", "at least 8"),
        ] {
            let answer = try await server.open(.POST, link, body: body)
            #expect(answer.status == 422 && answer.text.contains(texts))
        }
        // When it is good, then it is the password, and the link is none any more
        let body = "password=correct+h%C3%B6rse%26&again=correct+h%C3%B6rse%26"
        #expect(try await server.open(.POST, link, body: body).status == 200)
        #expect(try await server.send(.GET, "/entries/ab12", credentials: "ab12:correct hörse&").status == 200)
        #expect(try await server.send(.GET, "/entries/ab12").status == 401)
        #expect(try await server.open(.POST, link, body: body).status == 404)
    }

    @Test(.eachDatabase) func aChangeThatComesTooLateDoesNotEnableAnAccount() async throws {
        let accounts = Accounts(repository: repository)
        let authenticator = Authenticator(repository: repository)
        let old = try await accounts.add("ab12", role: .student)
        let signedIn = try #require(try await authenticator.account(netid: "ab12", password: old))
        // When an administrator disables the account or resets its password, then its owner's change comes too late
        try await accounts.setEnabled(false, "ab12")
        #expect(try await !accounts.change(signedIn, to: "correct horse"))
        #expect(try await !repository.requireAccount(of: "ab12").isEnabled)
        try await accounts.setEnabled(true, "ab12")
        let reset = try await accounts.reset("ab12")
        #expect(try await !accounts.change(signedIn, to: "correct horse"))
        #expect(try await authenticator.account(netid: "ab12", password: reset) != nil)
        // And of many at once, disabling is not undone
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<6 {
                group.addTask {
                    do { _ = try await accounts.reset("ab12") } catch ServerError.accountDisabled {}
                }
            }
            group.addTask { try await accounts.setEnabled(false, "ab12") }
            try await group.waitForAll()
        }
        #expect(try await !repository.requireAccount(of: "ab12").isEnabled)
    }

    @Test(.eachDatabase) func aLinkIsValidForAWeekAndForThePasswordThatItReplaces() async throws {
        let (accounts, links) = (Accounts(repository: repository), PasswordLinks(repository: repository))
        let authenticator = Authenticator(repository: repository)
        _ = try await accounts.add("ab12", role: .student)
        let now = Date()
        let first = Self.secret(of: try await links.make(for: "ab12", now: now))
        #expect(try await links.account(netid: "ab12", secret: first, now: now + 7 * 86_400 - 1) != nil)
        #expect(try await links.account(netid: "ab12", secret: first, now: now + 7 * 86_400 + 1) == nil)
        #expect(try await links.account(netid: "ab12", secret: "x", now: now) == nil)
        #expect(try await links.account(netid: "cd34", secret: first, now: now) == nil)
        let changes: [() async throws -> Void] = [
            { _ = try await accounts.reset("ab12") },
            {
                try await accounts.setEnabled(false, "ab12")
                try await accounts.setEnabled(true, "ab12")
            },
            { _ = try await accounts.change(try await repository.requireAccount(of: "ab12"), to: "correct horse") },
        ]
        for change in changes {
            let secret = Self.secret(of: try await links.make(for: "ab12"))
            let account = try #require(try await links.account(netid: "ab12", secret: secret))
            try await change()
            #expect(try await links.account(netid: "ab12", secret: secret) == nil)
            #expect(try await !links.use(secret, of: account, password: "stolen house"))
            #expect(try await authenticator.account(netid: "ab12", password: "stolen house") == nil)
        }
        // Of links that are made at the same time, one is valid
        let made = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<6 { group.addTask { try await links.make(for: "ab12") } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        var valid: [String] = []
        for link in made {
            let secret = Self.secret(of: link)
            if try await links.account(netid: "ab12", secret: secret) != nil { valid.append(secret) }
        }
        let account = try await repository.requireAccount(of: "ab12")
        let secret = try #require(valid.first)
        #expect(valid.count == 1)
        // And it is used once, however often at the same time
        let used = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<4 { group.addTask { try await links.use(secret, of: account, password: "correct house") } }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(used == 1)
        #expect(try await authenticator.account(netid: "ab12", password: "correct house") != nil)
    }

    @Test(.eachDatabase) func manyAccountsComeFromATable() async throws {
        let table = "\u{FEFF}Name,NetID,Role\r\nAnn,AB12,professor\r\n\"Bo, B.\",cd34,\r\n\r\nCy,ef56,TA\r\n"
        let (rows, unread) = try AccountFile.rows(in: Data(table.utf8), called: "class.csv")
        #expect(rows.map(\.netid) == ["ab12", "cd34", "ef56"])
        #expect(rows.map(\.role) == [.professor, .student, .ta])
        #expect(unread == ["Name"])
        let (accounts, authenticator) = (Accounts(repository: repository), Authenticator(repository: repository))
        let before = try await accounts.add("cd34", role: .ta)
        struct Full: Error {}
        await #expect(throws: Full.self) { try await accounts.add(rows) { _ in throw Full() } }
        #expect(try await accounts.list().count == 1)
        // Accounts whose passwords cannot be handed out are not made, and a reset that fails changes nothing
        await #expect(throws: Full.self) { try await accounts.add("gh78", role: .ta) { _ in throw Full() } }
        await #expect(throws: Full.self) { try await accounts.reset("cd34") { _ in throw Full() } }
        #expect(try await accounts.list().count == 1)
        #expect(try await authenticator.account(netid: "cd34", password: before) != nil)
        let handedOut = Mutex<[String: String]>([:])
        let known = try await accounts.add(rows) { rows in
            handedOut.withLock { made in for row in rows { made[row.netid] = row.password } }
        }
        let made = handedOut.withLock { $0 }
        #expect(known == ["cd34"])
        // All of them, or none
        let taken = [
            Account(netid: "new1", passwordHash: "x"), try await repository.requireAccount(of: "cd34"),
        ].map { Member(account: $0, role: .ta) }
        #expect(try await !repository.add(taken))
        #expect(try await repository.account(netid: "new1") == nil)
        // Those that were there stay as they are
        #expect(made.keys.sorted() == ["ab12", "ef56"])
        #expect(try await authenticator.account(netid: "cd34", password: before) != nil)
        #expect(try await authenticator.account(netid: "ab12", password: made["ab12"] ?? "") != nil)
        #expect(try await accounts.list().map(\.role) == [.professor, .ta, .ta])
    }

    @Test(arguments: [
        ("", "column NetID"), ("Name,Role\nx,ta\n", "column NetID"), ("NetID\na b\n", "“a b” is not a NetID."),
        ("NetID,Role\nab12,king\n", "must be student, ta, or professor"),
        ("NetID\nab12\nAB12\n", "Account 2: ab12 is already in the file."), ("NetID\n\"ab12", "line 2 is not closed"),
        ("NetID\na b\nab12\n\(String(repeating: ",", count: 20_000))\n", "Account 3: The row cannot be read"),
    ])
    func aTableWithAFaultMakesNoAccount(table: String, texts: String) {
        let error = #expect(throws: ServerError.self) {
            try AccountFile.rows(in: Data(table.utf8), called: "class.csv")
        }
        #expect(error?.message.contains(texts) == true, "\(error?.message ?? "")")
    }

    /// Otherwise the time of an answer reveals which NetIDs exist.
    @Test(.sqlite) func everyNetIDTakesTheSameQueries() async throws {
        let database = WatchedDatabase(repository)
        _ = try await Accounts(repository: repository).add("ab12", role: .student)
        _ = try await Accounts(repository: repository).add("cd34", role: .student)
        try await Accounts(repository: repository).setEnabled(false, "cd34")
        let authenticator = Authenticator(repository: database.repository)
        for netid in ["ab12", "cd34", "none"] {
            let account = try await authenticator.account(
                netid: netid, password: "guess", from: nil, isAppPasswordAccepted: true)
            #expect(account == nil)
            #expect(database.takeTables() == ["account", "app_password"], "\(netid)")
        }
    }

    @Test(.eachDatabase) func appPasswordsAreListedAndRevoked() async throws {
        let (accounts, authenticator) = (Accounts(repository: repository), Authenticator(repository: repository))
        _ = try await accounts.add("ab12", role: .student)
        let passwords = AppPasswords(repository: repository)
        let phone = try await passwords.add("phone", to: "AB12")
        let laptop = try await passwords.add("laptop", to: "ab12")
        #expect(try await passwords.list(of: "ab12").map(\.name) == ["phone", "laptop"])
        #expect(try await passwords.contains(phone, of: "Ab12"))
        #expect(try await !passwords.contains("guess", of: "ab12"))
        await #expect(throws: ServerError.self) { try await passwords.add("phone", to: "ab12") }
        // It is no password of the account, and nothing of it is stored
        #expect(try await authenticator.account(netid: "ab12", password: phone) == nil)
        // When one is revoked, then the other remains
        try await passwords.revoke("phone", of: "ab12")
        #expect(try await !passwords.contains(phone, of: "ab12"))
        #expect(try await passwords.contains(laptop, of: "ab12"))
        await #expect(throws: ServerError.self) { try await passwords.revoke("phone", of: "ab12") }
        // And a disabled account has none
        try await accounts.setEnabled(false, "ab12")
        let account = try await authenticator.account(
            netid: "ab12", password: laptop, from: nil, isAppPasswordAccepted: true)
        #expect(account == nil)
    }
}
