internal import CGtk
public import Foundation

/// Names and values in a file, as GLib's programs keep their settings in. A file that cannot be understood is set
/// aside under another name and not obeyed.
@MainActor
public final class KeyFile {
    private let file: URL
    private var keys: OpaquePointer
    private let group: String
    /// Where a file that could not be understood was put, or nil where there was none.
    public private(set) var rejected: URL?

    /// Reads `file`, as far as there is one.
    public init(_ file: URL, group: String) {
        self.file = file
        self.group = group
        keys = g_key_file_new()
        let path = file.path(percentEncoded: false)
        guard FileManager.default.fileExists(atPath: path) else { return }
        var error: UnsafeMutablePointer<GError>?
        let isRead = g_key_file_load_from_file(keys, path, G_KEY_FILE_KEEP_COMMENTS, &error).isTrue
        if !isRead {
            g_clear_error(&error)
            // What stood before the place it could not go on at was read already.
            g_key_file_unref(keys)
            keys = g_key_file_new()
            moveAway()
        }
    }

    isolated deinit { g_key_file_unref(keys) }

    private func moveAway() {
        let broken = file.appendingPathExtension("broken")
        try? FileManager.default.removeItem(at: broken)
        if (try? FileManager.default.moveItem(at: file, to: broken)) != nil { rejected = broken }
    }

    /// The value of a name, or nil. Setting it writes the file at once; a disk that is full keeps the file as it was.
    public subscript(_ name: String) -> String? {
        get { ownedText(g_key_file_get_string(keys, group, name, nil)) }
        set {
            guard newValue != self[name] else { return }
            if let newValue {
                g_key_file_set_string(keys, group, name, newValue)
            } else {
                g_key_file_remove_key(keys, group, name, nil)
            }
            save()
        }
    }

    private func save() {
        try? FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        g_key_file_save_to_file(keys, file.path(percentEncoded: false), nil)
    }
}
