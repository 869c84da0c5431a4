import ClassAPI
internal import DirectoryModel
internal import Foundation

/// The oddity in how one sample student is sent.
enum SampleOddity {
    case none, unknownRole, noEmail, longHobby, languagesAsText, duidAsText

    /// The oddity of the student at `studentIndex`; `none` for most students.
    init(studentIndex: Int) {
        switch studentIndex {
        case 4: self = .unknownRole
        case 7: self = .noEmail
        case 11: self = .longHobby
        case 15: self = .languagesAsText
        case 19: self = .duidAsText
        default: self = .none
        }
    }

    /// `person` as JSON, with the oddity.
    func json(of person: DukePerson) throws -> Data {
        let json = try WireJSON.encode(person)
        guard self != .none, var object = try JSONSerialization.jsonObject(with: json) as? [String: Any] else {
            return json
        }
        change(&object, person)
        return try JSONSerialization.data(withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
    }

    private func change(_ object: inout [String: Any], _ person: DukePerson) {
        switch self {
        case .none: return
        case .unknownRole: object["role"] = "Wizard"
        case .noEmail: object["email"] = nil
        case .longHobby: object["hobby"] = SampleWords.longHobby
        case .languagesAsText: object["languages"] = person.languages.joined(separator: ", ")
        case .duidAsText: object["DUID"] = person.paddedDUID
        }
    }
}
