internal import Foundation

/// How windows are drawn on a machine without a graphics card.
enum SoftwareDrawing {
    /// Makes GTK draw with cairo where OpenGL would be done in software: that takes some 60 MB more, and several times
    /// as long for each frame. A setting of the user's own has priority. Call it before GTK opens the display.
    static func preferWithoutGraphicsCard(devices: String = "/dev/dri") {
        guard !hasGraphicsCard(devices) else { return }
        setenv("GDK_DEBUG", "gl-disable", 0)
    }

    /// Whether a program may draw with a graphics card here: the kernel has a render node for each.
    static func hasGraphicsCard(_ devices: String) -> Bool {
        let nodes = (try? FileManager.default.contentsOfDirectory(atPath: devices)) ?? []
        return nodes.contains { $0.hasPrefix("renderD") && access("\(devices)/\($0)", R_OK | W_OK) == 0 }
    }
}
