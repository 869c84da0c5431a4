import ClassAPI
public import DirectoryModel
public import Foundation

/// One person as the server keeps them: the JSON it sends, and what it looks them up by.
public struct Entry: Equatable, Sendable {
    /// The Duke Unique ID; no two entries have the same.
    public let duid: Int
    /// Whose entry it is; no two entries have the same, in any case.
    public let netid: String
    /// What is sent, byte by byte.
    public let json: Data
    /// The section of the page it is listed in, as `SectionKey.stored`.
    let section: String
    /// What pages sort it by: last and first name, folded.
    let order: String
    /// What pages search: description, netid and DUID, folded.
    let searchText: String

    /// The entry of `person`, written in the one form that is sent.
    /// - Throws: `EncodingError`, which no person is known to cause.
    public init(_ person: DukePerson) throws {
        self.init(person, json: try WireJSON.encode(person))
    }

    /// The entry of `person` that is sent as `json`, whatever that says.
    public init(_ person: DukePerson, json: Data) {
        duid = person.DUID
        netid = person.netid
        self.json = json
        section = DukePerson.groupings[0].section?(person).stored ?? ""
        order = Self.folded(DukePerson.orders[0].text(person))
        searchText = Self.folded("\(person.description) \(person.netid) \(person.paddedDUID)")
    }

    /// `text` folded word by word, so that only words with accents leave the fast path.
    private static func folded(_ text: String) -> String {
        var folded: [UInt8] = []
        for word in text.split(separator: " ") {
            if !folded.isEmpty { folded.append(UInt8(ascii: " ")) }
            Folding.append(String(word), to: &folded)
        }
        return String(decoding: folded, as: UTF8.self)
    }

    /// The person as the JSON has them.
    /// - Throws: where the JSON is no person, which the server never stores.
    func person() throws -> DukePerson { try JSONDecoder().decode(DukePerson.self, from: json) }

    /// The strong ETag: equal for the same bytes and for no others.
    public var etag: String { ETags.tag(of: json) }
}
