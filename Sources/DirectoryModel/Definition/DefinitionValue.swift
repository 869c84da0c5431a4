import Foundation
import Language

/// A value of a definition file, with the position where it begins.
struct DefinitionValue {
    private enum Content {
        case scalar(WireValue)
        case list([DefinitionValue])
        case object([(key: String, value: DefinitionValue)])
    }

    /// The keys that lead to it, such as `fields[2].kind`; "" for the whole file.
    private let path: String
    private let offset: Int
    private let content: Content

    /// - Throws: a problem at the first byte that is not JSON.
    init(_ json: Data) throws(DefinitionProblem) {
        var end = 0
        let value = json.withUnsafeBytes { bytes -> DefinitionValue? in
            var cursor = JSONCursor(bytes)
            // Some editors begin files with a byte order mark.
            cursor.skip("\u{FEFF}")
            let value = try? DefinitionValue(&cursor)
            let isAtEnd = cursor.peek() == nil
            end = cursor.position
            return isAtEnd ? value : nil
        }
        guard let value else { throw DefinitionProblem(offset: end, reason: translated("this is not valid JSON")) }
        self = value
    }

    /// - Throws: `JSONError`; then the cursor is at the error.
    private init(_ cursor: inout JSONCursor, path: String = "", depth: Int = 0) throws(JSONError) {
        guard depth < 8, let first = cursor.peek() else { throw .invalid }
        self.path = path
        offset = cursor.position
        switch first {
        case UInt8(ascii: "{"):
            var members: [(key: String, value: DefinitionValue)] = []
            try cursor.parts(until: UInt8(ascii: "}")) { cursor throws(JSONError) in
                let key = try cursor.key()
                let value = try Self(&cursor, path: path.isEmpty ? key : "\(path).\(key)", depth: depth + 1)
                members.append((key, value))
            }
            content = .object(members)
        case UInt8(ascii: "["):
            var items: [DefinitionValue] = []
            try cursor.parts(until: UInt8(ascii: "]")) { cursor throws(JSONError) in
                items.append(try Self(&cursor, path: "\(path)[\(items.count)]", depth: depth + 1))
            }
            content = .list(items)
        default:
            let value = try cursor.value()
            if case .broken = value { throw .invalid }
            content = .scalar(value)
        }
    }

    /// The problem that this value `reason`: "must be text".
    func problem(_ reason: String) -> DefinitionProblem {
        DefinitionProblem(
            offset: offset, reason: path.isEmpty ? translated("the file \(reason)") : translated("“\(path)” \(reason)"))
    }

    /// - Parameter known: what the text must be one of; [] for any text.
    func text(oneOf known: [String] = []) throws(DefinitionProblem) -> String {
        guard case .scalar(.value(.text(let text))) = content, !text.plain.isEmpty else {
            throw problem(translated("must be text"))
        }
        guard known.isEmpty || known.contains(text) else {
            throw problem(translated("is “\(text.line(cutAt: 60))”, not one of \(known.joined(separator: ", "))"))
        }
        return text.plain
    }

    /// A text that begins with a letter and consists of ASCII letters and digits.
    /// - Parameter isLowercase: true if it has no capitals.
    func word(isLowercase: Bool = false) throws(DefinitionProblem) -> String {
        let word = try text()
        let isWord = word.utf8.allSatisfy { UInt8.isLoginByte($0) } && word.allSatisfy { $0.isLetter || $0.isNumber }
        guard isWord, word.first?.isLetter == true, word.count <= 40, !isLowercase || word == word.lowercased() else {
            throw problem(
                isLowercase
                    ? translated("must consist of lowercase letters a to z and digits, and begin with a letter")
                    : translated("must consist of letters a to z and digits, and begin with a letter"))
        }
        return word
    }

    func flag() throws(DefinitionProblem) -> Bool {
        guard case .scalar(.value(.flag(let isOn))) = content else {
            throw problem(translated("must be true or false"))
        }
        return isOn
    }

    func number() throws(DefinitionProblem) -> Double {
        switch content {
        case .scalar(.value(.number(let number))): return Double(number)
        case .scalar(.value(.decimal(let number))): return number
        default: throw problem(translated("must be a number"))
        }
    }

    func list() throws(DefinitionProblem) -> [DefinitionValue] {
        guard case .list(let items) = content else { throw problem(translated("must be a list")) }
        return items
    }

    /// The values of an object by their keys.
    /// - Parameter known: the keys that it may have; those that it must have come first.
    func members(_ known: [String], required: Int) throws(DefinitionProblem) -> [String: DefinitionValue] {
        guard case .object(let members) = content else { throw problem(translated("must be an object")) }
        var found: [String: DefinitionValue] = [:]
        for (key, value) in members {
            let all = known.joined(separator: ", ")
            guard known.contains(key) else { throw value.problem(translated("is not known; the keys are \(all)")) }
            guard found.updateValue(value, forKey: key) == nil else { throw value.problem(translated("appears twice")) }
        }
        if let key = known.prefix(required).first(where: { found[$0] == nil }) {
            throw problem(translated("has no “\(key)”"))
        }
        return found
    }
}

/// What is wrong at a position of a definition file.
struct DefinitionProblem: Error {
    let offset: Int
    /// A sentence without a period.
    let reason: String
}

/// Why a file does not define a collection.
public struct DefinitionFileError: UserFacingError, Equatable {
    public let file: String
    /// From 1.
    public let line: Int
    /// In characters, from 1.
    public let column: Int
    /// A sentence without a period.
    public let reason: String

    init(_ problem: DefinitionProblem, in json: Data, _ file: String) {
        let lines = json.prefix(problem.offset).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        self.file = file
        line = max(1, lines.count)
        column = String(decoding: lines.last ?? Data(), as: UTF8.self).count + 1
        reason = problem.reason
    }

    public var message: String { translated("“\(file)”, line \(line), column \(column): \(reason).") }
    public var recovery: String { translated("Correct the file and start again.") }
}
