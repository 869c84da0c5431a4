import DirectoryModel
import Foundation
import FuzzSupport

/// Fields and values as people type them, for every collection: what was set is as the field's rule keeps it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = String(decoding: input(start, count), as: UTF8.self)
    for definition in Collections.all { check(text, for: definition) }
    return 0
}

private func check(_ text: String, for definition: Definition) {
    _ = Tokens.looksLikeTokens(text, in: definition)
    guard let tokens = try? Tokens(text, of: definition) else { return }
    demand(!tokens.tokens.isEmpty, "There are no tokens")
    let blank = Record(definition, key: 7)
    var record = blank
    do { try tokens.apply(to: &record) } catch { return demand(record == blank, "Something was changed") }
    for token in tokens.tokens where record[token.field] != blank[token.field] {
        guard case .success = token.field.rule.checked(record[token.field].text) else {
            fatalError("\(token.field.key) holds “\(record[token.field].text)”")
        }
    }
}
