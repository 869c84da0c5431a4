/// Decides whether the letters of a list are UTF-8 or, if none beyond ASCII is, Windows-1252, which old programs write.
/// Elements wait from the first with letters that are not UTF-8 until that is known.
struct EncodingDecision<Element> {
    enum Encoding { case unknown, utf8, windows1252 }

    private(set) var encoding: Encoding
    private var waiting: [Element] = []
    private var waitingBytes = 0

    /// The most bytes that wait; after that, the list is Windows-1252.
    private static var maxBytes: Int { ElementSplitter.largestElement }

    init(_ encoding: Encoding = .unknown) { self.encoding = encoding }

    /// True if an element with these bytes need not wait.
    mutating func isClear(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard encoding == .unknown else { return waiting.isEmpty }
        guard bytes.extremes.highest >= 0x80 else { return waiting.isEmpty }
        if Windows1252.isUTF8(bytes) { encoding = .utf8 }
        return encoding != .unknown && waiting.isEmpty
    }

    /// Adds an element that is not clear.
    /// - Returns: the elements that need not wait any longer.
    mutating func add(_ element: Element, byteCount: Int) -> [Element] {
        waiting.append(element)
        waitingBytes += byteCount
        if encoding == .unknown, waitingBytes > Self.maxBytes { encoding = .windows1252 }
        return encoding == .unknown ? [] : takeWaiting()
    }

    /// The elements that wait at the end of the list.
    mutating func finish() -> [Element] {
        if encoding == .unknown { encoding = .windows1252 }
        return takeWaiting()
    }

    private mutating func takeWaiting() -> [Element] {
        defer { (waiting, waitingBytes) = ([], 0) }
        return waiting
    }
}
