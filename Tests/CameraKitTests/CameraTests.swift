import Foundation
import Testing

@testable import CameraKit

struct CameraTests {
    @Test func theSentenceForNoCameraOffersAFile() {
        #expect("\(CameraError.noCamera)" == "No camera was found. Choose a picture file instead.")
    }

    @Test(.enabled("This computer has a camera.") { await !Camera.isPresent })
    func missingCameraIsReported() async {
        await #expect(throws: CameraError.noCamera) { try await Camera.takePicture() }
    }

    @Test func aPictureIsTaken() async throws {
        let picture = try await Camera.takeTestPicture()
        #expect(picture.starts(with: Data("BM".utf8)))
        #expect(picture.count > 320 * 240 * 3)
        // The first bar of the test pattern is white (blue, green, and red).
        #expect(picture.dropFirst(54).prefix(3).allSatisfy { $0 > 180 })
    }
}
