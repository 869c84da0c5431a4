public import GtkKit

/// A round picture, or initials or an icon on a color. Assistive programs ignore it: the name is beside it.
public final class Avatar: Widget {
    private let label: Label
    private let icon: Image
    private let picture: Picture
    private var color: Int?
    private var wearsIcon = false

    /// An empty avatar with a diameter in pixels.
    public init(size: Int) {
        label = Label()
        icon = Image(iconName: "", pixelSize: Self.iconSize(in: max(1, size)))
        picture = Picture()
        let layout = FixedLayout(width: max(1, size), height: max(1, size))
        let box = Box(handle: layout.makeContainer(role: .presentation))
        super.init(root: box)
        WidgetStyle.install()
        addClass("avatar")
        overflowHidden = true
        halign = .center
        valign = .center
        label.setFontSize(max(1, size) * 2 / 5)
        picture.fit = .cover
        for child in [label, icon, picture] as [Widget] { box.append(child) }
        for child in [icon, picture] as [Widget] { child.isVisible = false }
    }

    /// The side of an icon on a circle, in pixels.
    public static func iconSize(in diameter: Int) -> Int { max(8, diameter / 16 * 8) }

    /// Shows initials on one of twelve colors, the style classes `avatar-0` to `avatar-11`; other numbers wrap around.
    /// - Parameters:
    ///   - iconName: a symbolic icon in the place of the initials, or nil.
    ///   - isLoading: whether a picture will be set, or nil where it cannot be loaded. Nothing is shown until then.
    public func set(initials: String, iconName: String? = nil, color: Int, isLoading: Bool = false) {
        label.text = iconName == nil ? initials : ""
        if let iconName { icon.iconName = iconName }
        wearsIcon = iconName != nil
        if let old = self.color { removeClass("avatar-\(old)") }
        let new = ((color % 12) + 12) % 12
        self.color = new
        guard isLoading else { return set(texture: nil) }
        for child in [label, icon, picture] as [Widget] { child.isVisible = false }
        addClass("avatar-empty")
    }

    public var showsPicture: Bool { picture.isVisible }

    /// Shows a picture; nil shows the initials or the icon again.
    public func set(texture: Texture?) {
        removeClass("avatar-empty")
        if let color { addClass("avatar-\(color)") }
        picture.texture = texture
        picture.isVisible = texture != nil
        icon.isVisible = texture == nil && wearsIcon
        label.isVisible = texture == nil && !wearsIcon
    }
}
