import DirectoryModel
import DirectoryStore
import Foundation
import Language

/// What the list shows, in words.
extension ListScreen {
    /// "12 people".
    public var foundText: String {
        emptyState?.title ?? definition.collection.counted(isPartial ? total : entries.rows.count)
    }

    /// What the shown records have in common: "Team: Owls", "“chess”".
    public var shownName: String {
        let query = looks.chosenQuery == 0 ? [] : [looks.queryLabels[looks.chosenQuery]]
        return ([group].compactMap(\.self) + query + searchNames).joined(separator: translated(", "))
    }

    private var searchNames: [String] {
        let text = searchText.trimmed
        guard !text.isEmpty else { return [] }
        return definition.names(ofSearch: text) ?? [translated("“\(text.line(cutAt: 60))”")]
    }

    /// 0 while only the first rows are read.
    var shownCount: Int { isPartial ? 0 : entries.count }
}

extension Definition {
    /// What a search for fields names: "Team: Owls"; nil for other texts.
    fileprivate func names(ofSearch text: String) -> [String]? {
        guard Tokens.looksLikeTokens(text, in: self) else { return nil }
        return (try? Tokens(text, of: self, isSearch: true))?.names
    }

    /// True if a search depends on more than the records.
    func hasMarks(_ text: String) -> Bool { !SearchQuery(text, in: self).marks.isEmpty }

    /// Why a search for fields cannot match, or nil.
    func reasonUnmatched(_ text: String) -> String? {
        do throws(TokenError) {
            try Tokens.refuseUnmatched(text, in: self)
            return nil
        } catch { return "\(error)" }
    }

    /// True if sections depend on the time.
    var sectionsFollowClock: Bool { groupings.contains { $0.section == nil } }

    /// When the sections of a grouping change next; nil if they do not depend on the time.
    func nextChange(ofSections grouping: String, after moment: Date) -> Date? {
        let grouping = groupings.first { $0.id == grouping } ?? groupings[0]
        return if case .split(let split) = grouping.division { split.nextChange(moment) } else { nil }
    }
}

/// A grouping, order, or query.
public struct ListChoice: Equatable, Sendable {
    public let id: String
    public let label: String
}
