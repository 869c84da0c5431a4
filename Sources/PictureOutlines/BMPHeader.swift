/// Reads a Windows bitmap's size.
enum BMPHeader {
    static func outline(_ bytes: ByteReader) -> PictureOutline? {
        guard let length = bytes.little(at: 14, 4) else { return nil }
        let isOld = length == 12
        guard let width = bytes.little(at: 18, isOld ? 2 : 4),
            var height = bytes.little(at: isOld ? 20 : 22, isOld ? 2 : 4)
        else { return nil }
        // A negative height means that the first row is the uppermost.
        if !isOld, height >= 1 << 31 { height = 1 << 32 - height }
        guard width < 1 << 31 else { return nil }
        return PictureOutline(
            kind: .bmp, width: width, height: height, cost: PictureOutline.cost(width, height, bytesPerPixel: 4),
            pieces: [0..<bytes.count])
    }
}
