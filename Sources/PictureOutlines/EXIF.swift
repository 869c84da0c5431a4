/// Reads the orientation in EXIF data.
enum EXIF {
    /// The orientation in TIFF data, 1 where it does not contain one.
    static func orientation(_ bytes: ByteReader) -> Int {
        let isLittle = bytes.text(at: 0, 2) == "II"
        let number = { (offset: Int, length: Int) in
            isLittle ? bytes.little(at: offset, length) : bytes.big(at: offset, length)
        }
        guard isLittle || bytes.text(at: 0, 2) == "MM", let first = number(4, 4), let count = number(first, 2)
        else { return 1 }
        for entry in 0..<min(count, 1000) {
            let offset = first + 2 + entry * 12
            guard let tag = number(offset, 2) else { return 1 }
            if tag == 0x0112 {
                guard let value = number(offset + 8, 2), 1...8 ~= value else { return 1 }
                return value
            }
        }
        return 1
    }
}
