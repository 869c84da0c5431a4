import Foundation
import Language

/// English grammar.
enum English {
    /// "a" or "an", by the pronunciation of `word` ("an MS", "a BSE", "a NASA", "an 18th").
    static func article(for word: String) -> String {
        let head = word.drop { !$0.isLetter && !$0.isNumber }.prefix { $0.isLetter || $0.isNumber }
        guard let first = head.first else { return "a" }
        let digits = head.prefix { $0.isNumber }
        let sounds: Bool
        if isSpelledOut(head) {
            sounds = "AEFHILMNORSX".contains(first)
        } else if !digits.isEmpty {
            sounds = digits.hasPrefix("8") || digits == "11" || digits == "18"
        } else {
            sounds = startsWithVowelSound(head.lowercased())
        }
        return sounds ? "an" : "a"
    }

    /// All-capital words are spelled out if they are short or contain no vowel, and so are words such as "MEng".
    private static func isSpelledOut(_ word: Substring) -> Bool {
        guard word.count == 1 || word.prefix(2).allSatisfy(\.isUppercase), word.first?.isUppercase == true else {
            return false
        }
        guard word.allSatisfy(\.isUppercase) else { return true }
        return word.count <= 3 || !word.contains { "AEIOUY".contains($0) }
    }

    private static func startsWithVowelSound(_ word: String) -> Bool {
        let silentH = ["hour", "honest", "honor", "honour", "heir"]
        if silentH.contains(where: word.hasPrefix) { return true }
        let likeYou = ["uni", "use", "usu", "uti", "eu", "one", "once", "ubi", "ukr", "uk", "uru", "ura"]
        if likeYou.contains(where: word.hasPrefix) && !word.hasPrefix("unin") { return false }
        guard let first = word.folding(options: .diacriticInsensitive, locale: nil).first else { return false }
        return "aeiou".contains(first)
    }

    /// "swimming", "swimming and chess", "swimming, chess and tea".
    static func list(_ items: [String]) -> String {
        guard let last = items.last, items.count > 1 else { return items.first ?? "" }
        return translated("\(items.dropLast().joined(separator: ", ")) and \(last)")
    }
}
