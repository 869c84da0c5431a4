import DirectoryModel
import Foundation
import FuzzSupport

/// Bodies of requests, as the server's routes read them: what is taken breaks no rule and can be answered.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let body = input(start, count)
    check(body, of: ToDo.self)
    check(body, of: TourReservation.self)
    check(body, of: DukePerson.self)
    upload(body)
    return 0
}

/// What POST, PATCH and PUT make of a part of a record.
private func check<R: DirectoryRecord>(_ body: Data, of type: R.Type) {
    guard let part = try? RecordPart(body, of: R.definition) else { return }
    let record = part.applied(to: R(key: 7))
    demand(record.key == 7, "Its number is \(record.key)")
    guard (try? part.requireWhole()) != nil else { return }
    guard let answer = try? JSONEncoder().encode(record) else { fatalError("It cannot be answered") }
    guard (try? JSONDecoder().decode(R.self, from: answer)) != nil else { fatalError("It cannot be read again") }
}

/// What an upload makes of a whole person.
private func upload(_ body: Data) {
    guard (try? JSONSerialization.jsonObject(with: body, options: .fragmentsAllowed)) != nil,
        case .record(let person) = ElementReader(DukePerson.definition).read(.whole(body)),
        let entry = try? person.normalized()
    else { return }
    demand((try? entry.normalized()) == entry, "It is mended again")
}
