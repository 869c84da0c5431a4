internal import CGtk

extension Button {
    /// Lets a long label continue on the next line, where the button is too narrow for it.
    public func wrapLabel() { wrapLabelOfButton(pointer) }
}

extension ToggleButton {
    /// Lets a long label continue on the next line, where the button is too narrow for it.
    public func wrapLabel() { wrapLabelOfButton(pointer) }
}

@MainActor
private func wrapLabelOfButton(_ pointer: OpaquePointer) {
    guard gtk_button_get_label(cast(pointer)) != nil, let child = gtk_button_get_child(cast(pointer)) else { return }
    let label = Label(handle: WidgetHandle(child))
    (label.wrap, label.isCentered) = (true, true)
}
