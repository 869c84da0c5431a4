public import Foundation

/// The bytes libFuzzer made.
public func input(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Data {
    start.map { Data(bytes: $0, count: count) } ?? Data()
}

/// Ends the program, which libFuzzer then keeps the input of, where what must be true is not.
public func demand(_ holds: Bool, _ message: @autoclosure () -> String) {
    if !holds { fatalError(message()) }
}

extension Data {
    /// Hands the bytes to `body` in pieces of `size`.
    public func inPieces(of size: Int, _ body: (UnsafeRawBufferPointer) throws -> Void) rethrows {
        try withUnsafeBytes { bytes in
            for start in stride(from: 0, to: bytes.count, by: Swift.max(1, size)) {
                try body(
                    UnsafeRawBufferPointer(rebasing: bytes[start..<Swift.min(bytes.count, start + Swift.max(1, size))]))
            }
        }
    }
}
