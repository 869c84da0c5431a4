internal import CGtk
internal import CGtkShim

/// A round picture, or initials on a colour. Assistive programs do not see it: the name stands beside it.
public final class Avatar: Widget {
    private let label: Label
    private let picture: Picture
    private var colour: Int?

    /// An empty avatar, so many pixels across.
    public init(size: Int) {
        label = Label()
        picture = Picture()
        let role = gtkkit_new_with_role(gtk_box_get_type(), GTK_ACCESSIBLE_ROLE_PRESENTATION)
        let box = role.map { WidgetHandle($0.assumingMemoryBound(to: GtkWidget.self)) }
        super.init(handle: AvatarLayout(size: max(1, size)).makeContainer(box))
        addClass("avatar")
        overflowHidden = true
        halign = .center
        valign = .center
        setFont(size: size)
        picture.fit = .cover
        for child in [label, picture] as [Widget] { gtk_box_append(cast(pointer), child.widget) }
        picture.isVisible = false
    }

    /// Shows initials on one of twelve colours, the style classes `avatar-0` to `avatar-11`; other numbers wrap round.
    public func set(initials: String, colour: Int) {
        label.text = initials
        if let old = self.colour { removeClass("avatar-\(old)") }
        let new = ((colour % 12) + 12) % 12
        self.colour = new
        addClass("avatar-\(new)")
        set(texture: nil)
    }

    /// Whether a picture is shown.
    public var showsPicture: Bool { picture.isVisible }

    /// Shows a picture; nil shows the initials again.
    public func set(texture: Texture?) {
        picture.texture = texture
        picture.isVisible = texture != nil
        label.isVisible = texture == nil
    }

    private func setFont(size: Int) {
        let attributes = pango_attr_list_new()
        defer { pango_attr_list_unref(attributes) }
        let points = Int32(clamping: max(1, size) * 2 / 5)
        pango_attr_list_insert(attributes, pango_attr_size_new_absolute(points.multipliedReportingOverflow(by: 1024).0))
        gtk_label_set_attributes(label.pointer, attributes)
    }
}

private final class AvatarLayout: ChildLayout {
    private let size: Int

    init(size: Int) { self.size = size }

    override var heightFollowsWidth: Bool { false }
    override func width(of container: WidgetPointer) -> Lengths { (size, size) }
    override func height(of container: WidgetPointer, forWidth width: Int?) -> Lengths { (size, size) }

    override func allocate(_ container: WidgetPointer, width: Int, height: Int) {
        for child in Self.shownChildren(container) { Self.place(child, x: 0, y: 0, width: width, height: height) }
    }
}
