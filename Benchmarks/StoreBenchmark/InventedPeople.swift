import DirectoryModel

/// People like those of the sample class, without pictures; the same at every run.
enum InventedPeople {
    /// The people with the numbers from 1 up to `count`.
    static func first(_ count: Int) -> [Record] { (1...max(1, count)).map { person($0).record } }

    private static func person(_ number: Int) -> DukePerson {
        let first = ["Ana", "Zoë", "Łukasz", "Đặng", "Ric", "Mary Jane", "Søren", "Priya"][number % 8]
        let last = ["Strauß", "Telford", "Nguyễn", "Okafor", "Lindqvist", "Marsh", "Quillfeather"][number / 8 % 7]
        return DukePerson(
            DUID: number, netid: "n\(number)", fName: first, lName: "\(last)\(number % 1000)",
            email: "n\(number)@duke.edu",
            from: "City \(number % 300)", gender: number % 2 == 0 ? .Female : .Male,
            role: number % 100 == 0 ? .TA : .Student, program: "ECE", plan: "MS", team: "Team \(number % 20)",
            movie: "The Movie \(number % 50)", hobby: number % 3 == 0 ? "chess, swimming" : "hiking",
            languages: ["Swift", "C"])
    }
}
