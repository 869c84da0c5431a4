import Foundation
import Testing

@testable import DirectoryServer

/// Bodies of WebDAV, before and in the parser.
@Suite struct DAVRequestTests {
    private static let requested = #"<D:propfind xmlns:D="DAV:"><D:prop><D:displayname/></D:prop></D:propfind>"#

    @Test(arguments: [
        "", "\u{FEFF}", #"<?xml version="1.0"?>"#, "<?xml version='1.0' encoding='utf-8' ?>\n",
        "\u{FEFF}<?xml  version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?><!-- DOCTYPE -->",
    ])
    func aClientMayBeginAnyWay(start: String) throws {
        let request = try DAVRequest(Data((start + Self.requested).utf8))
        #expect(request.properties == .named([.dav("displayname")]))
    }

    private static let declaring = #"<!DOCTYPE D:propfind [<!ENTITY e "x">]>"# + requested

    private static func nested(_ depth: Int) -> String {
        String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
    }

    private static func cdata(_ text: String) -> String {
        "<D:sync-collection xmlns:D=\"DAV:\"><D:sync-token><![CDATA[\(text)]]></D:sync-token></D:sync-collection>"
    }

    private static let refused = [
        "<", "nonsense", "<a>", "<D:propfind>", "{}", "\u{0}\u{1}", "\u{0}\(requested)", nested(40),
        "<a>" + String(repeating: "<b/>", count: 10_000) + "</a>",
        // Declarations, and where the parser may find one
        declaring, "<!ENTITY a \"b\">\(requested)", "<a><![IGNORE[x]]></a>", cdata("a<!b"),
        "<!DOCTYPE a SYSTEM \"file:///etc/passwd\"><D:propfind xmlns:D=\"DAV:\"/>",
        #"<D:propfind xmlns:D="DAV:" a="\#(String(repeating: "x", count: 16 << 10))"/>"#,
    ]

    /// Declarations of another encoding.
    private static let declared =
        ["UTF-7", "IBM037", "ISO-8859-1", "UTF-16", "utf-8\" encoding=\"UTF-7", "utf-8 "].map {
            #"<?xml version="1.0" encoding="\#($0)"?>\#(requested)"#
        }

    @Test(arguments: refused + declared) func aBodyThatNoClientSendsIsRefused(text: String) {
        #expect(throws: DAVElement.Unreadable.self) { try DAVRequest(Data(text.utf8)) }
    }

    /// A parser reads these in an encoding in which the declarations do not look like ASCII.
    @Test(arguments: [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian, .utf32])
    func onlyUTF8IsRead(encoding: String.Encoding) throws {
        for text in [Self.requested, Self.declaring, #"<?xml version="1.0" encoding="UTF-16"?>"# + Self.declaring] {
            let body = try #require(text.data(using: encoding))
            #expect(throws: DAVElement.Unreadable.self) { try DAVRequest(body) }
        }
    }

    @Test func aTagHasFewAttributesAndATextAnySigns() throws {
        #expect(try DAVRequest(Data(Self.cdata("a=b&c").utf8)).token == "a=b&c")
        func request(_ count: Int, _ attribute: (Int) -> String) throws -> DAVRequest {
            let attributes = (1..<count).map(attribute).joined(separator: " ")
            return try DAVRequest(Data("<D:propfind xmlns:D=\"DAV:\" \(attributes)/>".utf8))
        }
        for attribute in [{ "a\($0)=\"\"" }, { "xmlns:n\($0)=\"u\"" }, { "a\($0)='<>'" }, { "a\($0) = '>'" }]
            as [(Int) -> String]
        {
            #expect(throws: DAVElement.Unreadable.self) { try request(65, attribute) }
        }
        #expect(try request(64) { "a\($0)=\"\"" }.name == .dav("propfind"))
    }
}
