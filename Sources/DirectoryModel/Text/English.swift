import Foundation

/// What English wants of a sentence.
enum English {
    /// "a" or "an", as `word` is spoken; words that start with capitals are spelled out ("an MS", "a BSE").
    static func article(for word: String) -> String {
        let head = word.prefix { $0.isLetter || $0.isNumber }
        guard let first = head.first else { return "a" }
        let spelledOut = head.prefix(2).allSatisfy(\.isUppercase)
        let sounds: Bool
        if spelledOut {
            sounds = "AEFHILMNORSX".contains(first)
        } else if head.hasPrefix("8") || head == "11" || head == "18" {
            sounds = true
        } else {
            sounds = startsWithVowelSound(head.lowercased())
        }
        return sounds ? "an" : "a"
    }

    private static func startsWithVowelSound(_ word: String) -> Bool {
        let silentH = ["hour", "honest", "honor", "honour", "heir"]
        if silentH.contains(where: word.hasPrefix) { return true }
        let likeYou = ["uni", "use", "usu", "uti", "eu", "one", "once", "ubi", "ur"]
        if likeYou.contains(where: word.hasPrefix) && !word.hasPrefix("unin") && !word.hasPrefix("urb") { return false }
        guard let first = word.folding(options: .diacriticInsensitive, locale: nil).first else { return false }
        return "aeiou".contains(first)
    }

    /// "swimming", "swimming and chess", "swimming, chess and tea".
    static func list(_ items: [String]) -> String {
        guard let last = items.last, items.count > 1 else { return items.first ?? "" }
        return items.dropLast().joined(separator: ", ") + " and " + last
    }
}
