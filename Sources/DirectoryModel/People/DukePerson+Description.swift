import Language

extension DukePerson: CustomStringConvertible {
    /// The person in sentences; fields that are not given are omitted.
    public var description: String {
        let rest = [origin, studies, hobbySentence, languageSentence, movieSentence, teamSentence, contactSentence]
        return ([introduction] + rest.compactMap(\.self)).joined(separator: " ")
    }

    /// Sentences that do not mention the name; "" if only the name is given.
    var descriptionWithoutName: String {
        let studies = ["program", "plan"].map { key in
            given(key).map { translated("\(Self.definition.field(key).label): \($0)") + "." }
        }
        let role = [.Unknown, .Other].contains(role) ? nil : "\(role.label)."
        let sentences = [role, origin] + studies + [hobbySentence, languageSentence, movieSentence, teamSentence]
        let names = words(of: name)
        return sentences.compactMap(\.self).filter { names.isDisjoint(with: words(of: $0)) }.joined(separator: " ")
    }

    private func words(of text: String) -> Set<Substring> {
        Set(Folding.text(text).split { !$0.isLetter && !$0.isNumber })
    }

    private var introduction: String {
        switch role {
        case .Unknown: "\(withoutFullStop(record.displayName))."
        case .Other: translated("\(record.displayName) is a member of the class.")
        case .Professor: translated("\(record.displayName) is a Professor.")
        case .TA: translated("\(record.displayName) is a TA.")
        case .Student: translated("\(record.displayName) is a Student.")
        }
    }

    private var origin: String? {
        sentence(about: "from") { town in
            gender.sentence(
                translated("He is from \(town)."), translated("She is from \(town)."),
                translated("They are from \(town)."))
        }
    }

    private var studies: String? {
        guard role == .Student else { return nil }
        let (first, plan) = (given("fName")?.line(cutAt: 100) ?? record.displayName, given("plan"))
        let isAn = plan.map { English.article(for: $0) == "an" } ?? false
        return switch (given("program"), plan) {
        case (let program?, let plan?) where isAn:
            translated("\(first) is in the \(program) program working towards an \(plan) degree.")
        case (let program?, let plan?):
            translated("\(first) is in the \(program) program working towards a \(plan) degree.")
        case (let program?, nil): translated("\(first) is in the \(program) program.")
        case (nil, let plan?) where isAn: translated("\(first) is working towards an \(plan) degree.")
        case (nil, let plan?): translated("\(first) is working towards a \(plan) degree.")
        case (nil, nil): nil
        }
    }

    private var hobbySentence: String? {
        let hobbies = hobbies.map(withoutFullStop)
        guard !hobbies.isEmpty else { return nil }
        let (count, list) = (hobbies.count, English.list(hobbies))
        return gender.sentence(
            translated(count, one: "His hobby is \(list).", many: "His hobbies are \(list)."),
            translated(count, one: "Her hobby is \(list).", many: "Her hobbies are \(list)."),
            translated(count, one: "Their hobby is \(list).", many: "Their hobbies are \(list)."))
    }

    private var languageSentence: String? {
        let languages = languages.filter { !PlaceholderText.isWord($0) }
        guard !languages.isEmpty else { return nil }
        let list = English.list(languages)
        return gender.sentence(
            translated("He knows \(list)."), translated("She knows \(list)."), translated("They know \(list)."))
    }

    private var movieSentence: String? {
        sentence(about: "movie") { movie in
            gender.sentence(
                translated("His favorite movie is \(movie)."), translated("Her favorite movie is \(movie)."),
                translated("Their favorite movie is \(movie)."))
        }
    }

    private var teamSentence: String? {
        sentence(about: "team") { team in
            gender.sentence(
                translated("He is on team \(team)."), translated("She is on team \(team)."),
                translated("They are on team \(team)."))
        }
    }

    private var contactSentence: String? {
        sentence(about: "email") { address in
            gender.sentence(
                translated("You can reach him at \(address)."), translated("You can reach her at \(address)."),
                translated("You can reach them at \(address)."))
        }
    }

    /// A sentence about a field, or nil if it is not given.
    private func sentence(about key: String, _ sentence: (String) -> String) -> String? {
        given(key).map { sentence(withoutFullStop($0)) }
    }

    /// The field's text, or nil if it is not given.
    func given(_ key: String) -> String? {
        let text = displayText(key).trimmed
        return withoutFullStop(text).isEmpty ? nil : text
    }

    /// The field's text, or "" if it is not given.
    func shown(_ key: String) -> String { given(key) ?? "" }

    private func withoutFullStop(_ text: String) -> String {
        // A fast path: most texts end otherwise.
        text.utf8.last == UInt8(ascii: ".") && text.hasSuffix(".") ? String(text.dropLast()) : text
    }
}
