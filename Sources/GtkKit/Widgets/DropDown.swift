internal import CGtk
internal import CGtkShim

/// One word out of a few, in a list that drops down. From eleven words on the list can be searched.
public final class DropDown: Widget, BuiltWidget {
    /// A list of these words, the first chosen; `searchName` is the accessible name of the entry that
    /// searches a long one.
    public convenience init(_ words: [String], searchName: String = "Search") {
        let list = gtk_string_list_new(nil)
        for word in words { gtk_string_list_append(list, word) }
        // The widget takes over the references on the list and on the expression.
        let text = gtk_property_expression_new(gtk_string_object_get_type(), nil, "string")
        self.init(handle: WidgetHandle(gtk_drop_down_new(list, text)))
        let speech = DropDownSpeech()
        keep(speech, as: "speech")
        // The button inside has the keyboard.
        if let button = gtk_widget_get_first_child(widget) { gtkkit_accessible_named_by(button, widget) }
        tell(speech)
        nameRows()
        if words.count > 10 { makeSearchable(searchName) }
    }

    /// A list that shows the labels, and the short label of the chosen one.
    public convenience init(_ options: [(label: String, shortLabel: String)], searchName: String = "Search") {
        self.init(options.map(\.label), searchName: searchName)
        if options.contains(where: { $0.label != $0.shortLabel }) { show(options.map(\.shortLabel)) }
    }

    /// The index of the chosen word, from 0.
    public var selected: Int {
        get { Int(gtk_drop_down_get_selected(pointer)) }
        set { if newValue != selected { gtk_drop_down_set_selected(pointer, guint(clamping: newValue)) } }
    }

    /// How many words there are.
    public var count: Int { gtk_drop_down_get_model(pointer).map { Int(g_list_model_get_n_items($0)) } ?? 0 }

    /// Replaces the words of the list. What is chosen stays so if the words up to it stay; otherwise the
    /// handlers of `onSelected` get what GTK chose instead.
    public func offer(_ words: [String]) {
        guard let list = gtk_drop_down_get_model(pointer) else { return }
        let before = (0..<g_list_model_get_n_items(list)).map { borrowedText(gtk_string_list_get_string(list, $0)) }
        let same = zip(before, words).prefix { $0 == $1 }.count
        if same < before.count { gtk_string_list_splice(list, guint(same), guint(before.count - same), nil) }
        for word in words[same...] { gtk_string_list_append(list, word) }
    }

    /// The chosen word, as the list shows it; empty where the list is empty.
    public var selectedWord: String { word(of: gtk_drop_down_get_selected_item(pointer)) }

    /// Runs the handler with the index of the word after each change, including the program's own.
    public func onSelected(_ handler: @escaping @MainActor (Int) -> Void) {
        Signal.notify(pointer, "selected") { [pointer] in handler(Int(gtk_drop_down_get_selected(pointer))) }
    }

    /// What assistive programs say after the chosen word, such as its error.
    public func setAccessibleNote(_ note: String) {
        guard let speech = GtkObject.kept(on: pointer, as: "speech", DropDownSpeech.self) else { return }
        speech.note = note
        speech.tell(pointer)
    }
}

extension DropDown {
    /// GTK's own factory still makes the rows of the list; the button has its own from now on.
    private func show(_ shortLabels: [String]) {
        gtk_drop_down_set_list_factory(pointer, gtk_drop_down_get_factory(pointer))
        guard let factory = gtk_signal_list_item_factory_new() else { return }
        defer { g_object_unref(UnsafeMutableRawPointer(factory)) }
        Signal.pointer(cast(factory), "setup") { item in
            let label = Label()
            label.xalign = 0
            label.ellipsize = .end
            if let item { gtk_list_item_set_child(item, label.widget) }
        }
        Signal.pointer(cast(factory), "bind") { item in
            guard let item, let label = gtk_list_item_get_child(item) else { return }
            let place = Int(gtk_list_item_get_position(item))
            guard shortLabels.indices.contains(place) else { return }
            gtk_label_set_text(cast(label), shortLabels[place])
            // It was made without text, which hides it.
            gtkkit_accessible_hidden(label, shortLabels[place].isEmpty.g)
        }
        gtk_drop_down_set_factory(pointer, factory)
    }

    private func tell(_ speech: DropDownSpeech) {
        Signal.notify(pointer, "selected-item") { [pointer, weak speech] in speech?.tell(pointer) }
        speech.tell(pointer)
    }

    /// Sets the names of rows to their text: GTK 4.8 gives them no names.
    private func nameRows() {
        guard let factory = gtk_drop_down_get_factory(pointer) else { return }
        Signal.pointer(cast(factory), "bind") { item in
            guard let item, let row = gtk_list_item_get_child(item).flatMap({ gtk_widget_get_parent($0) }) else {
                return
            }
            gtkkit_accessible_label(row, word(of: gtk_list_item_get_item(item)))
            // GTK requests at least the width of the longest word of the list, for which large letters leave no room.
            if let label = gtk_widget_get_first_child(gtk_list_item_get_child(item)),
                gtkkit_is_a(UnsafeMutableRawPointer(label), "GtkLabel").isTrue
            {
                gtk_label_set_ellipsize(cast(label), PANGO_ELLIPSIZE_END)
            }
        }
    }
}

/// The text of an item of a list of strings.
@MainActor
private func word(of item: gpointer?) -> String {
    item.flatMap { borrowedText(gtk_string_object_get_string(OpaquePointer($0))) } ?? ""
}

/// The accessible value of a drop-down: the whole chosen word, and a note.
@MainActor
private final class DropDownSpeech {
    var note = ""

    func tell(_ list: OpaquePointer) {
        let parts = [word(of: gtk_drop_down_get_selected_item(list)), note].filter { !$0.isEmpty }
        let text = parts.joined(separator: ". ")
        gtkkit_accessible_description(list.raw, text)
        if let button = gtk_widget_get_first_child(cast(list)) { gtkkit_accessible_description(button, text) }
    }
}

extension DropDown {
    /// Typing while the list is open finds the words that contain the text, and Return takes the first.
    func makeSearchable(_ name: String) {
        gtk_drop_down_set_enable_search(pointer, 1)
        guard let filter = shownWords.flatMap({ gtk_filter_list_model_get_filter($0) }) else { return }
        gtk_string_filter_set_match_mode(cast(filter), GTK_STRING_FILTER_MATCH_MODE_SUBSTRING)
        guard let entry = descendant(SearchEntry.self), let list = list else { return }
        entry.accessibleName = name
        Signal.plain(entry.pointer, "activate") { [search = entry.pointer] in
            // The entry emits this signal only a moment after the last letter.
            gtkkit_emit(search.raw, "search-changed")
            takeFirst(in: list)
        }
        // GTK would leave the keyboard on the first word of a list that is opened with the mouse.
        onPopup { [search = entry.widget] in gtk_widget_grab_focus(search) }
    }

    private func onPopup(_ handler: @escaping @MainActor () -> Void) {
        for child in childWidgets(of: widget) where gtkkit_is_a(child, "GtkPopover").isTrue {
            Signal.plain(cast(child), "map", handler)
        }
    }

    /// The list that drops down.
    private var list: OpaquePointer? {
        descendants(of: widget).first { gtkkit_is_a($0, "GtkListView").isTrue }.map { cast($0) }
    }

    /// The model of the words that match the typed text.
    private var shownWords: OpaquePointer? {
        list.flatMap { gtk_list_view_get_model($0) }.flatMap { gtk_single_selection_get_model($0) }
    }

    private func descendant<Kind: BuiltWidget>(_ kind: Kind.Type) -> Kind? {
        descendants(of: widget).first { gtkkit_is_a($0, Kind.typeName).isTrue }.map {
            Kind(handle: WidgetHandle($0))
        }
    }
}

/// Chooses the first word of an open list, as a click on it does.
@MainActor
private func takeFirst(in list: OpaquePointer) {
    guard let selection = gtk_list_view_get_model(list), g_list_model_get_n_items(selection) > 0 else { return }
    gtk_selection_model_select_item(selection, 0, 1)
    gtk_widget_activate_action_variant(cast(list), "list.activate-item", g_variant_new_uint32(0))
}

@MainActor
private func descendants(of widget: WidgetPointer) -> [WidgetPointer] {
    childWidgets(of: widget).flatMap { [$0] + descendants(of: $0) }
}
