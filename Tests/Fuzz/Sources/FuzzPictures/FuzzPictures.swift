import Foundation
import FuzzSupport
import PictureOutlines

/// Pictures before they are decoded: what is taken lies within the bytes, in order.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let picture = input(start, count)
    guard let outline = try? PictureOutline.of(picture, atMost: PictureOutline.maxPixelsInLists) else { return 0 }
    demand(outline.width > 0 && outline.height > 0, "It has no size")
    demand(outline.width * outline.height <= PictureOutline.maxPixelsInLists, "It is too large")
    demand((1...8).contains(outline.orientation), "It is turned \(outline.orientation)")
    var end = 0
    for piece in outline.pieces {
        demand(piece.lowerBound >= end && piece.upperBound <= picture.count, "\(piece) of \(picture.count)")
        end = piece.upperBound
    }
    return 0
}
