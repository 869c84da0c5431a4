import DirectoryModel
import Foundation
import FuzzSupport

/// Every field's rule: what it corrected is as it keeps it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = [UInt8](input(start, count))
    guard bytes.count > 2 else { return -1 }
    let text = String(decoding: bytes[2...], as: UTF8.self)
    let definition = Collections.all[Int(bytes[0]) % Collections.all.count]
    check(definition, field: Int(bytes[1]), text)
    return 0
}

private func check(_ definition: Definition, field index: Int, _ text: String) {
    let field = definition.fields[index % definition.fields.count]
    guard case .success(let saved) = field.rule.checked(text) else { return }
    guard case .success(let again) = field.rule.checked(saved) else {
        fatalError("\(field.key): “\(saved)” of “\(text)” is wrong")
    }
    demand(again == saved, "\(field.key): “\(again)” of “\(saved)” of “\(text)”")
    var record = Record(definition, key: 7)
    record[field] = .text(saved)
    _ = [
        record.text(style: .search), record.text(style: .sentences), record.text(style: .whole),
        record.text(style: .line), field.displayText(record),
    ]
}
