import Foundation
import Glibc
public import Hostile

/// Sends random reads and changes of a few people's entries to several servers, and records requests and responses.
public final class HistoryClient {
    /// An account whose entry is the record.
    public struct Person: Sendable {
        let netid: String
        let number: Int
        let authorization: String

        public init(netid: String, password: String, number: Int) {
            self.netid = netid
            self.number = number
            authorization = Data("\(netid):\(password)".utf8).base64EncodedString()
        }
    }

    private let people: [Person]
    private let servers: [HTTPConnection]
    private let recorder: HistoryRecorder
    /// The last seen value and ETag of each record.
    private var known: [String: (value: Int, etag: String)] = [:]
    private var random: Draw
    /// Whether a quarter of its conditional requests omit the condition, as from a client that loses updates.
    private let isForgetful: Bool

    /// - Parameter ports: ports on the loopback interface.
    public init(
        _ people: [Person], ports: [Int], recorder: HistoryRecorder, random: Draw,
        isForgetful: Bool = false
    ) {
        self.people = people
        self.recorder = recorder
        self.random = random
        self.isForgetful = isForgetful
        servers = ports.map(HTTPConnection.init(port:))
    }

    /// Sends a request and waits for the response.
    public func step() {
        let person = people[Int.random(in: 0..<people.count, using: &random)]
        let server = servers[Int.random(in: 0..<servers.count, using: &random)]
        let seen = known[person.netid]
        switch Int.random(in: 0..<100, using: &random) {
        case ..<35: read(person, server)
        case ..<80:
            guard let seen else { return read(person, server) }
            replace(person, seen, server)
        case ..<90: create(person, server)
        default: remove(person, Bool.random(using: &random) ? seen : nil, server)
        }
    }

    /// Reads all records from all servers.
    public func readAll() {
        for person in people {
            for server in servers { read(person, server) }
        }
    }

    private func read(_ person: Person, _ server: HTTPConnection) {
        record(.read, of: person) {
            let answer = try server.send("GET", "/entries/\(person.netid)", authorization: person.authorization)
            guard answer.status == 200 else { return answer.status == 404 ? (.value(nil), answer) : (nil, answer) }
            guard let value = Self.value(in: answer.body) else { return (nil, answer) }
            self.known[person.netid] = (value, answer.etag)
            return (.value(value), answer)
        }
    }

    private func create(_ person: Person, _ server: HTTPConnection) {
        let value = recorder.newValue()
        record(.create(value), of: person) {
            let answer = try server.send(
                "POST", "/entries/create", authorization: person.authorization, body: Self.body(value, of: person))
            if answer.status == 200 { self.known[person.netid] = (value, answer.etag) }
            return (Self.meaning(answer, refused: [409: .present]), answer)
        }
    }

    private func replace(_ person: Person, _ seen: (value: Int, etag: String), _ server: HTTPConnection) {
        let value = recorder.newValue()
        let forgets = isForgetful && Int.random(in: 0..<4, using: &random) == 0
        record(.replace(value, expected: seen.value), of: person) {
            let answer = try server.send(
                "PUT", "/entries/\(person.netid)", authorization: person.authorization,
                ifMatch: forgets ? nil : seen.etag, body: Self.body(value, of: person))
            self.known[person.netid] = answer.status == 200 ? (value, answer.etag) : nil
            return (Self.meaning(answer, refused: [404: .absent, 412: .other]), answer)
        }
    }

    private func remove(_ person: Person, _ seen: (value: Int, etag: String)?, _ server: HTTPConnection) {
        record(.remove(expected: seen?.value), of: person) {
            let answer = try server.send(
                "DELETE", "/entries/\(person.netid)", authorization: person.authorization, ifMatch: seen?.etag)
            self.known[person.netid] = nil
            return (Self.meaning(answer, refused: [404: .absent, 412: .other]), answer)
        }
    }

    /// Records `request` and the result of `send`, which is nil if the request certainly had no effect.
    private func record(
        _ request: RecordOperation.Request, of person: Person,
        _ send: () throws -> (RecordOperation.Answer?, HTTPConnection.Answer)
    ) {
        let start = HistoryRecorder.now()
        let name = "\(request)".prefix { $0 != "(" }
        var answer: RecordOperation.Answer?
        do {
            let (meaning, whole) = try send()
            answer = meaning
            recorder.count("\(name) \(whole.status)\(whole.isRetryable ? " (not done)" : "")")
        } catch HTTPConnection.Failure.notSent {
            recorder.count("\(name) not sent")
            // Waits before it tries an unreachable server again.
            poll(nil, 0, 20)
        } catch {
            recorder.count("\(name) no answer")
            answer = .unknown
        }
        if let answer {
            recorder.add(RecordOperation(request, answer, from: start, to: HistoryRecorder.now()), of: person.netid)
        }
    }

    /// The outcome of a change. A 503 with Retry-After means that nothing changed; after other errors the outcome is
    /// unknown.
    private static func meaning(
        _ answer: HTTPConnection.Answer, refused: [Int: RecordOperation.Answer]
    ) -> RecordOperation.Answer? {
        if answer.status == 200 { return .done }
        if answer.status == 503, answer.isRetryable { return nil }
        return refused[answer.status] ?? .unknown
    }

    private static func body(_ value: Int, of person: Person) -> String {
        """
        {"DUID":\(person.number),"netid":"\(person.netid)","fName":"Ada","lName":"Byrne","email":"\(person.netid)@duke.example",\
        "role":"Student","hobby":"value \(value)"}
        """
    }

    private static func value(in body: String) -> Int? {
        body.firstMatch(of: /"hobby":"value (\d+)"/).flatMap { Int($0.1) }
    }
}
