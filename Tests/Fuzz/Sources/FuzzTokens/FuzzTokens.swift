import DirectoryModel
import Foundation
import FuzzSupport

/// Fields and values as people type them, for every collection: what was set is as the field's rule keeps it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = String(decoding: input(start, count), as: UTF8.self)
    for type in Collections.all { check(text, for: type) }
    return 0
}

private func check<R: DirectoryRecord>(_ text: String, for type: R.Type) {
    _ = Tokens.looksLikeTokens(text, in: R.definition)
    guard let tokens = try? Tokens(text, of: R.definition) else { return }
    demand(!tokens.tokens.isEmpty, "There are no tokens")
    var record = R(key: 7)
    do { try tokens.apply(to: &record.record) } catch { return demand(record == R(key: 7), "Something was changed") }
    for token in tokens.tokens where token.field.value(record) != token.field.value(R(key: 7)) {
        guard case .success = token.field.rule.checked(token.field.value(record).text) else {
            fatalError("\(token.field.key) holds “\(token.field.value(record).text)”")
        }
    }
}
