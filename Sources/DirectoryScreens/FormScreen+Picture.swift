import DirectoryModel
public import Foundation

/// The picture of a form.
extension FormScreen {
    /// A picture was chosen: bytes of a JPEG.
    public func pictureChosen(_ data: Data) {
        if let field = R.fields.first(where: \.isPicture) { typed(data.base64EncodedString(), in: field.key) }
    }

    public func pictureRemoved() {
        if let field = R.fields.first(where: \.isPicture) { typed("", in: field.key) }
    }

    /// The bytes of the picture as it is now, or nil.
    public var pictureData: Data? {
        guard let entry = entries.first(where: { $0.editor == .picture }), !entry.text.isEmpty else { return nil }
        return Data(base64Encoded: entry.text)
    }
}
