import DirectoryModel
import Foundation
import FuzzSupport

/// Bodies of requests, as the server's routes read them: what is taken breaks no rule and can be answered.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let body = input(start, count)
    check(body, of: .toDos)
    check(body, of: .tours)
    check(body, of: .people)
    upload(body)
    return 0
}

/// What POST, PATCH and PUT make of a part of a record.
private func check(_ body: Data, of definition: Definition) {
    guard let part = try? RecordPart(body, of: definition) else { return }
    let record = part.applied(to: Record(definition, key: 7))
    demand(record.key == 7, "Its number is \(record.key)")
    guard (try? part.requireWhole()) != nil else { return }
    guard let answer = try? JSONEncoder().encode(record) else { fatalError("It cannot be answered") }
    guard (try? Record(definition, json: answer)) != nil else { fatalError("It cannot be read again") }
}

/// What an upload makes of a whole person.
private func upload(_ body: Data) {
    guard (try? JSONSerialization.jsonObject(with: body, options: .fragmentsAllowed)) != nil,
        case .record(let person) = ElementReader(.people).read(.whole(body)),
        let entry = try? person.normalized()
    else { return }
    demand((try? entry.normalized()) == entry, "It is mended again")
}
