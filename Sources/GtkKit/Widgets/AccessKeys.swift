internal import CGtk
internal import CGtkShim

/// The underlined letters that go to a field or use a button, together with Alt.
public enum AccessKeys {
    /// The labels with an underscore before the letter that stands for each. No letter stands for two of them, nor for
    /// any of `taken`; a label all of whose letters are taken has none. First letters of words go before others.
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

    /// The letter that stands for a label that was given one.
    public static func letter(_ marked: String) -> String? {
        var rest = Substring(marked.replacing("__", with: ""))
        guard let mark = rest.firstIndex(of: "_") else { return nil }
        rest = rest[rest.index(after: mark)...]
        return rest.first.map(folded)
    }

    /// What is read where a marked label is shown.
    public static func plain(_ marked: String) -> String {
        marked.replacing("__", with: "\u{0}").replacing("_", with: "").replacing("\u{0}", with: "_")
    }

    private static func escaped(_ text: String) -> String { text.replacing("_", with: "__") }
    private static func folded(_ letter: Character) -> String { letter.lowercased() }
}

extension Label {
    /// Shows a label with an access key, which goes to the widget or uses it. The widget keeps the name it was given.
    public func setText(marked: String, for target: Widget) {
        gtk_label_set_text_with_mnemonic(pointer, marked)
        gtk_label_set_mnemonic_widget(pointer, target.widget)
        // Else it would be called twice by its name.
        gtk_accessible_reset_relation(target.pointer, GTK_ACCESSIBLE_RELATION_LABELLED_BY)
    }
}

extension Button {
    /// Shows a label with an access key.
    public func setLabel(marked: String) {
        gtk_button_set_use_underline(cast(pointer), 1)
        gtk_button_set_label(cast(pointer), marked)
        gtk_accessible_reset_relation(pointer, GTK_ACCESSIBLE_RELATION_LABELLED_BY)
        setAccessibleName(AccessKeys.plain(marked))
    }
}

extension CheckButton {
    /// Shows a label with an access key, which goes on in the next line where it is long.
    public func setLabel(marked: String) {
        let words = Label()
        words.wrap = true
        words.xalign = 0
        gtk_check_button_set_child(cast(pointer), words.widget)
        words.setText(marked: marked, for: self)
        setAccessibleName(AccessKeys.plain(marked))
    }
}
