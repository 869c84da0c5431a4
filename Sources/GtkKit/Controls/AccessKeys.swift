internal import CGtk
internal import CGtkShim

/// The underlined letters that, together with Alt, go to a field or use a button.
public enum AccessKeys {
    /// The labels with an underscore before the access key of each. No letter is used for two of them, nor is
    /// any of `taken`; a label whose letters are all taken has no key. First letters of words are preferred.
    public static func assign(_ labels: [String], taken: [String] = []) -> [String] {
        var used = Set(taken.compactMap(letter))
        return labels.map { label in
            let places = label.indices.filter { label[$0].isLetter || label[$0].isNumber }
            let firsts = places.filter { $0 == label.startIndex || label[label.index(before: $0)] == " " }
            let place = (firsts + places).first { !used.contains(folded(label[$0])) }
            guard let place else { return escaped(label) }
            used.insert(folded(label[place]))
            return escaped(String(label[..<place])) + "_" + escaped(String(label[place...]))
        }
    }

    /// The access key of a marked label, or nil.
    public static func letter(_ marked: String) -> String? {
        var rest = Substring(marked.replacing("__", with: ""))
        guard let mark = rest.firstIndex(of: "_") else { return nil }
        rest = rest[rest.index(after: mark)...]
        return rest.first.map(folded)
    }

    /// The visible text of a marked label.
    public static func plain(_ marked: String) -> String {
        marked.replacing("__", with: "\u{0}").replacing("_", with: "").replacing("\u{0}", with: "_")
    }

    private static func escaped(_ text: String) -> String { text.replacing("_", with: "__") }
    private static func folded(_ letter: Character) -> String { letter.lowercased() }
}

extension Label {
    /// Shows a label with an access key, which goes to the widget or uses it. The widget keeps its accessible name.
    public func setText(marked: String, for target: Widget) {
        change { gtk_label_set_text_with_mnemonic(pointer, marked) }
        gtk_label_set_mnemonic_widget(pointer, target.widget)
        // Otherwise its name would be read twice.
        gtk_accessible_reset_relation(target.pointer, GTK_ACCESSIBLE_RELATION_LABELLED_BY)
    }
}

extension Button {
    /// Shows a label with an access key.
    public func setLabel(marked: String) {
        gtk_button_set_use_underline(cast(pointer), 1)
        gtk_button_set_label(cast(pointer), marked)
        gtk_accessible_reset_relation(pointer, GTK_ACCESSIBLE_RELATION_LABELLED_BY)
        accessibleName = AccessKeys.plain(marked)
    }
}

extension CheckButton {
    /// Shows a label with an access key; a long one continues on the next line.
    public func setLabel(marked: String) {
        let words = Label()
        wrap(words)
        words.setText(marked: marked, for: self)
        accessibleName = AccessKeys.plain(marked)
    }
}
