import Testing

@testable import LibpqClient

/// Which texts are addresses.
struct PostgresAddressTests {
    @Test(arguments: [
        "postgresql://user@host/name", "postgres://host", "postgresql:///name?host=/run/postgresql",
        "postgresql://a:5432,b:5433/name?target_session_attrs=read-write", "host=a,b dbname=name", "service=class",
        " user = x host=y",
    ])
    func anAddressOfLibpqIsAccepted(text: String) throws {
        #expect(PostgresAddress.isAddress(text))
        _ = try PostgresAddress(text)
    }

    @Test(arguments: [
        "server.sqlite", "/var/lib/x=y.sqlite", "a=b", "", "=", "postgresql:", "./host=a/dbname", "file:server.sqlite",
    ])
    func theNameOfAFileIsNoAddress(text: String) { #expect(!PostgresAddress.isAddress(text)) }

    @Test func aPasswordOrAnInvalidAddressIsRefused() {
        let withPassword = [
            "postgresql://user:secret@host/name", "host=a password=secret", "postgresql://host/name?password=secret",
            "postgresql://host/name?sslpassword=x",
        ]
        let invalid = [
            "postgresql://[host/name", "host=a colour=red", "host='a", "postgresql://u:geh%zzeim@h/db",
            "password=secret bar=x", "mysql://x/y", "sqlite:///a", "https://user@host/name",
        ]
        for (fault, texts) in [(PostgresAddress.Fault.password, withPassword), (.invalid, invalid)] {
            for text in texts {
                #expect(throws: fault) { try PostgresAddress(text) }
                // Nor is it a file
                #expect(PostgresAddress.isAddress(text), "\(text)")
            }
        }
    }

    @Test(arguments: ["host=a user='a b'", "postgresql://a/x?user=a%20b"])
    func usualOptionsAreAdded(text: String) throws {
        let pairs = try PostgresAddress(text, applicationName: "x 'y'").connectionString
        for pair in [
            "host='a'", "user='a b'", "fallback_application_name='x \\'y\\''", "connect_timeout='5'",
            "client_encoding='UTF8'",
        ] { #expect(pairs.contains(pair)) }
        #expect(try !PostgresAddress(text).connectionString.contains("application_name"))
    }

    @Test func optionsOfTheAddressOverrideTheUsualOnes() throws {
        let pairs = try PostgresAddress("host=a connect_timeout=60 keepalives_idle=''", applicationName: "x")
            .connectionString
        #expect(pairs.contains("connect_timeout='60'") && !pairs.contains("connect_timeout='5'"))
        #expect(pairs.contains("keepalives_idle=''"))
    }
}
