import DirectoryModel
import DirectoryStore

/// The people in view as they are learned, and how many are left out.
struct LearnPeople: Sendable {
    private(set) var cards: [LearnCard] = []
    private(set) var boxes: [Int: LeitnerBox] = [:]
    private(set) var withoutPicture = 0
    private(set) var withoutName = 0

    /// Reads those in `rows`, in that order, without the user, who knows that name.
    init<R: DirectoryRecord>(rows: [Int64], _ names: FaceNames<R>, in store: Store) throws(StoreError) {
        let places = Dictionary(rows.enumerated().map { ($1, $0) }) { first, _ in first }
        var found: [(place: Int, card: LearnCard)] = []
        var (withoutPicture, withoutName) = (0, 0)
        let own = try store.ownKey(of: R.self)
        let shared = try store.sharedPictures(of: R.self)
        try store.each(R.self) { stored in
            guard let place = places[stored.row], stored.record.key != own else { return }
            guard stored.hasPicture else { return withoutPicture += 1 }
            let name = names.name(stored.record)
            guard !name.isEmpty else { return withoutName += 1 }
            found.append((place, LearnCard(stored, name: name, names, sharedPicture: shared[stored.row])))
        }
        cards = found.sorted { $0.place < $1.place }.map(\.card)
        let learned = try store.learned(R.self)
        boxes = Dictionary(
            cards.compactMap { card in
                learned[card.key].flatMap { $0.isName(card.name) ? (card.key, $0.box) : nil }
            }
        ) { first, _ in first }
        (self.withoutPicture, self.withoutName) = (withoutPicture, withoutName)
    }
}
