import DirectoryModel
import Foundation
import FuzzSupport

/// XML property lists: nothing that passes our walk harms the system's reader.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let list = input(start, count)
    guard PropertyListKind(start: list) == .xml else { return -1 }
    _ = try? PropertyListReader(.players).read(list)
    return 0
}
