public import GtkKit

/// A round picture, or initials on a color. Assistive programs do not see it: the name is beside it.
public final class Avatar: Widget {
    private let label: Label
    private let picture: Picture
    private var color: Int?

    /// An empty avatar, so many pixels across.
    public init(size: Int) {
        label = Label()
        picture = Picture()
        let box = Box(handle: AvatarLayout(size: max(1, size)).makeContainer(role: .presentation))
        super.init(root: box)
        WidgetStyle.install()
        addClass("avatar")
        overflowHidden = true
        halign = .center
        valign = .center
        label.setFontSize(max(1, size) * 2 / 5)
        picture.fit = .cover
        for child in [label, picture] as [Widget] { box.append(child) }
        picture.isVisible = false
    }

    /// Shows initials on one of twelve colors, the style classes `avatar-0` to `avatar-11`; other numbers wrap round.
    public func set(initials: String, color: Int) {
        label.text = initials
        if let old = self.color { removeClass("avatar-\(old)") }
        let new = ((color % 12) + 12) % 12
        self.color = new
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
}

private final class AvatarLayout: ChildLayout {
    private let size: Int

    init(size: Int) { self.size = size }

    override var heightFollowsWidth: Bool { false }
    override func width(of children: [LayoutChild]) -> Lengths { (size, size) }
    override func height(of children: [LayoutChild], forWidth width: Int?) -> Lengths { (size, size) }

    override func allocate(_ children: [LayoutChild], width: Int, height: Int) {
        for child in children { child.place(x: 0, y: 0, width: width, height: height) }
    }
}
