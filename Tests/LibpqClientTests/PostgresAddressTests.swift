import Testing

@testable import LibpqClient

/// Which texts are addresses.
struct PostgresAddressTests {
    @Test(arguments: [
        "postgresql://user@host/name", "postgres://host", "postgresql:///name?host=/run/postgresql",
        "postgresql://a:5432,b:5433/name?target_session_attrs=read-write", "host=a,b dbname=name", "service=class",
        " user = x host=y",
    ])
    func whatLibpqReadsIsAnAddress(text: String) throws {
        #expect(PostgresAddress.isAddress(text))
        #expect(try PostgresAddress(text).text == text)
    }

    @Test(arguments: ["mysql://x/y", "sqlite:///a", "https://user@host/name"])
    func theAddressOfAnotherDatabaseIsNoFileAndIsRefused(text: String) {
        #expect(PostgresAddress.isAddress(text))
        #expect(throws: PostgresAddress.Fault.invalid) { try PostgresAddress(text) }
    }

    @Test(arguments: [
        "server.sqlite", "/var/lib/x=y.sqlite", "a=b", "", "=", "postgresql:", "./host=a/dbname", "file:server.sqlite",
    ])
    func theNameOfAFileIsNot(text: String) { #expect(!PostgresAddress.isAddress(text)) }

    @Test(arguments: [
        "postgresql://user:secret@host/name", "host=a password=secret", "postgresql://host/name?password=secret",
        "postgresql://host/name?sslpassword=x",
    ])
    func aPasswordIsRefused(text: String) {
        #expect(throws: PostgresAddress.Fault.password) { try PostgresAddress(text) }
    }

    @Test(arguments: [
        "postgresql://[host/name", "host=a colour=red", "host='a", "postgresql://u:geh%zzeim@h/db",
        "password=secret bar=x",
    ])
    func whatLibpqCannotReadIsInvalid(text: String) {
        #expect(throws: PostgresAddress.Fault.invalid) { try PostgresAddress(text) }
    }

    @Test(arguments: ["host=a", "postgresql://a/b?user=c"]) func theAddressItselfHasTheLastWord(text: String) throws {
        let options = try PostgresAddress(text, applicationName: "x y").connectionOptions
        #expect(options.contains { $0 == ("fallback_application_name", "x y") })
        let names = options.map(\.name)
        let (ours, theirs) = (names.firstIndex(of: "fallback_application_name"), names.firstIndex(of: "dbname"))
        #expect(try #require(ours) < #require(theirs))
        #expect(try !PostgresAddress(text).connectionOptions.contains { $0.name == "fallback_application_name" })
    }
}
