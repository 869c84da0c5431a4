public import GtkKit

/// A round picture, initials, or an icon. Assistive programs ignore it: the name is next to it.
public final class Avatar: Widget {
    private let label: Label
    private let icon: Image
    private let picture: Picture
    private var color: Int?
    private var showsIcon = false

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

    /// In pixels.
    public static func iconSize(in diameter: Int) -> Int { max(8, diameter / 16 * 8) }

    /// Shows initials on one of twelve colors, `avatar-0` to `avatar-11`; other numbers wrap around.
    /// - Parameters:
    ///   - iconName: a symbolic icon instead of initials.
    ///   - isLoading: true to show neither until a picture is set, or nil.
    public func set(initials: String, iconName: String? = nil, color: Int, isLoading: Bool = false) {
        label.text = iconName == nil ? initials : ""
        if let iconName { icon.iconName = iconName }
        showsIcon = iconName != nil
        if let old = self.color { removeClass("avatar-\(old)") }
        let new = ((color % 12) + 12) % 12
        self.color = new
        guard isLoading else { return set(texture: nil) }
        for child in [label, icon, picture] as [Widget] { child.isVisible = false }
        addClass("avatar-empty")
    }

    public var showsPicture: Bool { picture.isVisible }

    /// Shows a picture; nil shows the initials or icon.
    public func set(texture: Texture?) {
        removeClass("avatar-empty")
        if let color { addClass("avatar-\(color)") }
        picture.texture = texture
        picture.isVisible = texture != nil
        icon.isVisible = texture == nil && showsIcon
        label.isVisible = texture == nil && !showsIcon
    }
}
