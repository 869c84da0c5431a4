public import Foundation
import Language

/// The words before `=` in searches that are not fields.
public enum SearchKey: String, CaseIterable, Sendable {
    case group
    case missing = "no"
    case state = "is"
    case changed

    /// What no field of a definition file may be called. One may be called `group`; then only `gr` finds groups.
    static let reserved: Set = ["gr", missing.rawValue, state.rawValue, changed.rawValue]

    /// True if `word` is what people type for it.
    func matches(_ word: String) -> Bool { word == rawValue || self == .group && word == "gr" }

    /// What it finds, for help.
    public var meaning: String {
        switch self {
        case .group: translated("members of a group: group=\"My Team\"")
        case .missing: translated("records without a value: no=picture")
        case .state: translated("a state: is=favorite, is=edited, is=new")
        case .changed: translated("records changed since: changed=7d, changed=12h, changed=2026-11-16")
        }
    }
}

/// A condition of a search that one field's text does not decide.
public struct SearchCondition: Equatable, Sendable {
    /// What a condition tests.
    public enum Kind: Equatable, Sendable {
        /// Members of the group with a name.
        case group(String)
        /// No value for the field with a key; placeholders are none.
        case missing(field: String)
        case state(RecordState)
        case changed(since: Date)
        /// A word without a value yet, which everything meets.
        case unfinished(SearchKey)

        /// The word before `=`.
        package var word: SearchKey {
            switch self {
            case .group: .group
            case .missing: .missing
            case .state: .state
            case .changed: .changed
            case .unfinished(let word): word
            }
        }

        /// The word of a condition that only the present list meets, or nil.
        public var termRequiringPresentList: String? {
            switch self {
            case .changed: "changed="
            case .state(let state) where state != .favorite: "is=\(state.rawValue)"
            case .group, .missing, .state, .unfinished: nil
            }
        }
    }

    public let kind: Kind
    /// True if it excludes what it finds.
    public let isNot: Bool
    /// The condition as people read it: "Group: My Team".
    public let name: String

    public init(_ kind: Kind, isNot: Bool = false, name: String = "") {
        self.kind = kind
        self.isNot = isNot
        self.name = name
    }
}

/// What a store knows of a record besides its fields.
public enum RecordState: String, CaseIterable, Sendable {
    case favorite
    /// Edited locally and not uploaded.
    case edited
    /// Added or changed by a download, and not seen since.
    case new

    public var label: String {
        switch self {
        case .favorite: translated("Favorites")
        case .edited: translated("Edited Here")
        case .new: translated("New and Changed")
        }
    }
}

extension Definition {
    /// The words before `=` that searches of the collection support besides tokens.
    public var searchKeys: [SearchKey] {
        SearchKey.allCases.filter { word in
            switch word {
            case .group: hasGroups
            case .missing, .state: true
            case .changed: home.offersUndo
            }
        }
    }

    private var states: [RecordState] {
        RecordState.allCases.filter { $0 != .edited || home.isPublished }
    }
}

extension SearchCondition {
    /// The condition `word=text` on records of a collection.
    /// - Throws: `TokenError` if nothing can match it.
    init(
        _ word: SearchKey, _ text: String, isNot: Bool, in definition: Definition, on now: Date = Date()
    ) throws(TokenError) {
        guard !text.isEmpty else {
            self.init(.unfinished(word))
            return
        }
        let (kind, name): (Kind, String)
        switch word {
        case .group: (kind, name) = (.group(text), translated("Group: ") + text.line(cutAt: 60))
        case .missing:
            let field = try definition.field(matching: text)
            kind = .missing(field: field.key)
            name = translated("No \(field.label)")
        case .state:
            let state = try definition.state(named: text)
            kind = .state(state)
            name = state.label
        case .changed:
            guard let date = Self.date(text, on: now) else { throw .unknownTime(text) }
            kind = .changed(since: date)
            name = translated("Changed: ") + text
        }
        self.init(kind, isNot: isNot, name: isNot ? translated("not \(name)") : name)
    }

    /// The time that `12h`, `7d`, or `2w` was before `now`, or the beginning of a day such as `2026-11-16`; or nil.
    static func date(_ text: String, on now: Date) -> Date? {
        if let match = text.lowercased().wholeMatch(of: /(\d{1,5})([hdw])/.asciiOnlyDigits()),
            let count = Double(match.1)
        {
            let hours = match.2 == "h" ? 1.0 : match.2 == "d" ? 24 : 24 * 7
            return now.addingTimeInterval(-count * hours * 3600)
        }
        let day = Moment.noon(of: text)
        return day == text ? nil : Moment(day).map { Moment.calendar(in: .current).startOfDay(for: $0.date) }
    }
}

extension Definition {
    /// The field that `text` names, or whose label it begins.
    fileprivate func field(matching text: String) throws(TokenError) -> Field {
        let candidates = fields.filter { !$0.isKey && $0.isShown }
        if let field = field(named: text), candidates.contains(where: { $0.key == field.key }) { return field }
        let typed = Folding.text(text)
        let named = candidates.first { field in
            [field.label, field.name.english].contains { Folding.text($0).hasPrefix(typed) }
        }
        if let named { return named }
        throw .unknownKey(text, known: candidates.map { $0.word ?? $0.key })
    }

    /// The state that `text` names or begins.
    fileprivate func state(named text: String) throws(TokenError) -> RecordState {
        let typed = text.lowercased()
        if let state = states.first(where: { $0.rawValue.hasPrefix(typed) }) { return state }
        throw .unknownState(text, known: states.map(\.rawValue))
    }
}
