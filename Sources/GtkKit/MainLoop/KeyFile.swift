internal import CGtk
public import Foundation

/// A GLib key file. A file that cannot be parsed is renamed and ignored.
@MainActor
public final class KeyFile {
    private let file: URL
    private var keys: OpaquePointer
    private let group: String
    /// The new location of a file that could not be parsed.
    public private(set) var rejected: URL?

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
            // A failed load keeps what it read before the error.
            g_key_file_unref(keys)
            keys = g_key_file_new()
            moveAway()
        }
    }

    isolated deinit { g_key_file_unref(keys) }

    private func moveAway() {
        let broken = file.appendingPathExtension("broken")
        if rename(file.path(percentEncoded: false), broken.path(percentEncoded: false)) == 0 { rejected = broken }
    }

    /// The value of a key. Setting it writes the file at once; if the disk is full, the file does not change.
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
        g_mkdir_with_parents(file.deletingLastPathComponent().path(percentEncoded: false), 0o700)
        g_key_file_save_to_file(keys, file.path(percentEncoded: false), nil)
    }
}
