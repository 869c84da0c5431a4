import DirectoryModel
import Foundation
import FuzzSupport

/// JSON lists as they arrive: the same elements in whatever pieces, and every element read.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let list = input(start, count)
    let whole = Arrived(list, pieces: .max)
    for size in [1, 3, 64] { demand(Arrived(list, pieces: size) == whole, "Pieces of \(size) bytes") }
    for definition in [Definition.people, .players] {
        let reader = ElementReader(definition)
        for element in whole.elements { _ = reader.read(element) }
    }
    return 0
}

/// What a splitter found.
private struct Arrived: Equatable {
    var elements: [ListElement] = []
    var problem: ListError?

    init(_ list: Data, pieces size: Int) {
        var splitter = ElementSplitter()
        do {
            try list.inPieces(of: min(size, max(1, list.count))) { try splitter.push($0) { elements.append($0) } }
            try splitter.finish { elements.append($0) }
        } catch { problem = error as? ListError }
    }
}
