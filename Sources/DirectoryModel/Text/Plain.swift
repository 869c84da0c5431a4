/// A text in the course of becoming plain: one pass over its scalars removes exactly the invisible ones.
struct Plain {
    private var kept: [Unicode.Scalar] = []
    private var isSeen = false
    private var marks = MarkCount()
    private var isFlag = false

    init(_ text: String) {
        for scalar in text.unicodeScalars where !scalar.isInvisibleFormatting && isWanted(scalar) {
            kept.append(scalar.breaksLine || scalar.properties.isWhitespace ? " " : scalar)
        }
        isSeen = kept.contains(where: \.isSeen)
    }

    /// The text; empty where it does not contain a visible character.
    var text: String { isSeen ? String(String.UnicodeScalarView(kept)) : "" }

    /// False for marks beyond the number that any script puts on one letter, which are drawn over the lines around it,
    /// and for tag characters outside flags.
    private mutating func isWanted(_ scalar: Unicode.Scalar) -> Bool {
        let isTag = (0xE0000...0xE007F).contains(scalar.value)
        if isTag && !isFlag { return false }
        isFlag = isTag || scalar.value == 0x1F3F4
        return marks.leavesRoom(for: scalar)
    }
}

/// The number of marks on one letter so far.
struct MarkCount {
    private var marks = 0
    private static let most = 15

    /// False for a mark beyond the number that any script uses.
    mutating func leavesRoom(for scalar: Unicode.Scalar) -> Bool {
        let isMark = scalar.value >= 0x300 && (scalar.properties.isGraphemeExtend || scalar.value == 0x200D)
        marks = isMark ? marks + 1 : 0
        return marks <= Self.most
    }
}

extension Unicode.Scalar {
    /// True for embeddings, overrides and isolates, which turn the direction of the text after them.
    var turnsDirection: Bool { (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value) }

    /// True for control characters and for separators of lines and paragraphs.
    var breaksLine: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    /// True for invisible characters without meaning; joiners, which emoji and some scripts need, stay.
    fileprivate var isInvisibleFormatting: Bool {
        turnsDirection || value == 0x200B || (0x2060...0x206F).contains(value) || value == 0xFEFF
            || (0xFFF9...0xFFFB).contains(value) || value == 0
    }

    /// True for invisible characters without meaning, and for control characters other than breaks of lines and tabs.
    var isUnseen: Bool {
        if value >= 0x20 && value < 0x7F { return false }
        return isInvisibleFormatting || properties.generalCategory == .control && !properties.isWhitespace
    }

    /// True for characters that leave a mark on paper.
    fileprivate var isSeen: Bool {
        value != 0x2800 && !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint && !breaksLine
            && properties.generalCategory != .format
    }
}
