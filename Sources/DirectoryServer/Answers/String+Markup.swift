extension String {
    /// The text, escaped for the text and for the quoted attributes of HTML and XML.
    /// - Parameter keepsReturns: true where carriage returns are written as references: readers of XML make one line
    ///   feed of CR and LF otherwise.
    func escapedForMarkup(keepsReturns: Bool = false) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(utf8.count + utf8.count / 32)
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "&"): result += "&amp;".utf8
            case UInt8(ascii: "<"): result += "&lt;".utf8
            case UInt8(ascii: ">"): result += "&gt;".utf8
            case UInt8(ascii: "\""): result += "&quot;".utf8
            case UInt8(ascii: "'"): result += "&#39;".utf8
            case UInt8(ascii: "\r") where keepsReturns: result += "&#13;".utf8
            default: result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
