internal import CGtk

/// Limits the width of its child and centers it.
public final class Clamp: Widget {
    public convenience init(maximumWidth: Int = 640, child: Widget) {
        self.init(handle: ClampLayout(maximumWidth: maximumWidth).makeContainer())
        gtk_box_append(cast(pointer), child.widget)
    }
}

private final class ClampLayout: ChildLayout {
    private let maximumWidth: Int

    init(maximumWidth: Int) { self.maximumWidth = max(1, maximumWidth) }

    override func width(of children: [LayoutChild]) -> Lengths {
        let all = children.map(\.width)
        let minimum = all.map(\.minimum).max() ?? 0
        return (minimum, min(max(minimum, maximumWidth), all.map(\.natural).max() ?? 0))
    }

    override func height(of children: [LayoutChild], forWidth width: Int?) -> Lengths {
        let all = children.map { $0.height(forWidth: width.map { min($0, maximumWidth) }) }
        return (all.map(\.minimum).max() ?? 0, all.map(\.natural).max() ?? 0)
    }

    override func allocate(_ children: [LayoutChild], width: Int, height: Int) {
        for child in children {
            let taken = max(min(width, maximumWidth), child.width.minimum)
            child.allocate(x: max(0, (width - taken) / 2), y: 0, width: taken, height: height)
        }
    }
}
