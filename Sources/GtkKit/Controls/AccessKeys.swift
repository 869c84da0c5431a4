internal import CGtk
internal import CGtkShim

/// Mnemonics: the underlined letters that activate a widget together with Alt.
public enum AccessKeys {
    /// Marks a unique letter of each label with an underscore, preferably the first letter of a word. Letters of
    /// `taken` labels are not used; a label without a free letter gets none.
    public static func assign(_ labels: [String], taken: [String] = []) -> [String] {
        var used = Set(taken.compactMap(letter))
        return labels.map { label in
            let letters = label.indices.filter { label[$0].isLetter || label[$0].isNumber }
            let firsts = letters.filter { $0 == label.startIndex || label[label.index(before: $0)] == " " }
            let chosen = (firsts + letters).first { !used.contains(folded(label[$0])) }
            guard let chosen else { return escaped(label) }
            used.insert(folded(label[chosen]))
            return escaped(String(label[..<chosen])) + "_" + escaped(String(label[chosen...]))
        }
    }

    /// The mnemonic of a marked label.
    public static func letter(_ marked: String) -> String? {
        var rest = Substring(marked.replacing("__", with: ""))
        guard let mark = rest.firstIndex(of: "_") else { return nil }
        rest = rest[rest.index(after: mark)...]
        return rest.first.map(folded)
    }

    /// The text of a marked label.
    public static func plain(_ marked: String) -> String {
        marked.replacing("__", with: "\u{0}").replacing("_", with: "").replacing("\u{0}", with: "_")
    }

    private static func escaped(_ text: String) -> String { text.replacing("_", with: "__") }
    private static func folded(_ letter: Character) -> String { letter.lowercased() }
}

extension Label {
    /// Sets a text with a mnemonic that activates the target. The target keeps its accessible name.
    public func setText(marked: String, for target: Widget) {
        change { gtk_label_set_text_with_mnemonic(pointer, marked) }
        gtk_label_set_mnemonic_widget(pointer, target.widget)
        // Screen readers would read the name twice.
        gtk_accessible_reset_relation(target.pointer, GTK_ACCESSIBLE_RELATION_LABELLED_BY)
    }
}

extension Button {
    /// Sets a label with a mnemonic.
    public func setLabel(marked: String) {
        gtk_button_set_use_underline(cast(pointer), 1)
        gtk_button_set_label(cast(pointer), marked)
        gtk_accessible_reset_relation(pointer, GTK_ACCESSIBLE_RELATION_LABELLED_BY)
        accessibleName = AccessKeys.plain(marked)
    }
}

extension CheckButton {
    /// Sets a wrapping label with a mnemonic.
    public func setLabel(marked: String) {
        let measured = Label()
        wrap(measured)
        measured.setText(marked: marked, for: self)
        accessibleName = AccessKeys.plain(marked)
    }
}
