import DirectoryModel
import Foundation
import Hostile
import Testing

/// The picture rule, which only looks at headers.
struct PictureRuleTests {
    private static let saved = [
        HeaderOnlyPicture.jpeg(200, 200), HeaderOnlyPicture.png(200, 200), HeaderOnlyPicture.png(2000, 2000),
    ]

    @Test(arguments: saved)
    func listPictureIsPreserved(picture: Data) {
        #expect(Rule.picture.verdict(picture.base64EncodedString()) == .fine)
    }

    private static let refused: [(Data, String)] = [
        (HeaderOnlyPicture.png(22_000, 22_000), "is too large (22000 × 22000 pixels)"),
        (HeaderOnlyPicture.png(1, 22_000), "is too large (1 × 22000 pixels)"),
        (HeaderOnlyPicture.jpeg(2001, 2000), "is too large (2001 × 2000 pixels)"),
        // Browsers draw pictures without an end
        (HeaderOnlyPicture.png(22_000, 22_000).dropLast(12), "is incomplete or damaged"),
        (HeaderOnlyPicture.jpeg().dropLast(2), "is incomplete or damaged"),
        (HeaderOnlyPicture.jpeg(0, 8), "is incomplete or damaged"),
        (Data("GIF89a".utf8), "is not a JPEG or PNG picture"),
    ]

    @Test(arguments: refused)
    func aPictureThatDecodesToTooMuchIsNot(picture: Data, reason: String) {
        guard case .failure(let broken) = Rule.picture.checked(picture.base64EncodedString()) else {
            return #expect(Bool(false), "\(reason)")
        }
        #expect(broken.reason == reason)
    }
}
