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

    /// A parser reads these in an encoding in which the declarations do not look like ASCII.
    @Test(arguments: [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian, .utf32])
    func onlyUTF8IsRead(encoding: String.Encoding) throws {
        for text in [Self.requested, Self.declaring, #"<?xml version="1.0" encoding="UTF-16"?>"# + Self.declaring] {
            let body = try #require(text.data(using: encoding))
            #expect(throws: DAVElement.Unreadable.self) { try DAVRequest(body) }
        }
    }

    @Test(arguments: ["UTF-7", "IBM037", "ISO-8859-1", "UTF-16", "utf-8\" encoding=\"UTF-7", "utf-8 "])
    func noOtherEncodingIsDeclared(name: String) {
        let body = Data(#"<?xml version="1.0" encoding="\#(name)"?>\#(Self.requested)"#.utf8)
        #expect(throws: DAVElement.Unreadable.self) { try DAVRequest(body) }
    }

    private static func attributes(_ count: Int, _ attribute: (Int) -> String) -> String {
        "<D:propfind xmlns:D=\"DAV:\" \((1..<count).map(attribute).joined(separator: " "))/>"
    }

    @Test func aTagHasFewAttributes() throws {
        for attribute in [{ "a\($0)=\"\"" }, { "xmlns:n\($0)=\"u\"" }, { "a\($0)='<>'" }, { "a\($0) = '>'" }]
            as [(Int) -> String]
        {
            #expect(throws: DAVElement.Unreadable.self) {
                try DAVRequest(Data(Self.attributes(65, attribute).utf8))
            }
        }
        let few = try DAVRequest(Data(Self.attributes(64) { "a\($0)=\"\"" }.utf8))
        #expect(few.name == .dav("propfind"))
        let long = #"<D:propfind xmlns:D="DAV:" a="\#(String(repeating: "x", count: 16 << 10))"/>"#
        #expect(throws: DAVElement.Unreadable.self) { try DAVRequest(Data(long.utf8)) }
    }

    @Test func declarationsAreRefused() {
        for text in [
            Self.declaring, "<!ENTITY a \"b\">\(Self.requested)", "<a><![IGNORE[x]]></a>", "\u{0}\(Self.requested)",
        ] {
            #expect(throws: DAVElement.Unreadable.self) { try DAVRequest(Data(text.utf8)) }
        }
    }

    /// A text may contain what tags may not.
    @Test func aTextIsNotATag() throws {
        let body =
            "<D:sync-collection xmlns:D=\"DAV:\"><D:sync-token><![CDATA[a<!b]]></D:sync-token></D:sync-collection>"
        #expect(throws: DAVElement.Unreadable.self) { try DAVRequest(Data(body.utf8)) }
        let token = body.replacing("a<!b", with: "a=b&c")
        #expect(try DAVRequest(Data(token.utf8)).token == "a=b&c")
    }
}
