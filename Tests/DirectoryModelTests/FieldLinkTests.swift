import DirectoryModel
import Testing

/// Links of values.
struct FieldLinkTests {
    @Test(
        arguments: [
            (FieldLink.mail, "ana@duke.edu", "mailto:ana@duke.edu"),
            (.mail, "a+b@x.y?bcc=all@x.y&subject=1", "mailto:a+b@x.y%3Fbcc%3Dall@x.y%26subject%3D1"),
            (.mail, "zoë@müller.de", "mailto:zo%C3%AB@m%C3%BCller.de"), (.mail, "a@x.y, b@x.y", nil),
            (.mail, "a@x.y,b@x.y", nil), (.mail, "nonsense", nil),
            (.phone, "(919) 555-0134", "tel:9195550134"), (.phone, "+1 919 555 0134", "tel:+19195550134"),
            (.phone, "none", nil),
            (.map, "12 Elm Street #4B, Durham, NC", "geo:0,0?q=12%20Elm%20Street%20%234B%2C%20Durham%2C%20NC"),
            (.map, "", nil), (.same, "Owls", nil),
        ] as [(FieldLink, String, String?)])
    func anotherProgramGetsOnlyTheValue(link: FieldLink, value: String, address: String?) {
        #expect(link.address(of: value) == address)
    }

    @Test func fieldKindDeterminesLink() {
        func links<R: TypedRecord>(_ type: R.Type) -> [String: FieldLink] {
            Dictionary(uniqueKeysWithValues: R.fields.compactMap { field in field.link.map { (field.key, $0) } })
        }
        #expect(
            links(DukePerson.self) == [
                "email": .mail, "from": .same, "role": .same, "program": .same, "plan": .same, "team": .same,
                "hobby": .same, "languages": .same,
            ])
        #expect(
            links(Contact.self) == [
                "street": .map, "apartment": .map, "city": .map, "state": .map, "zipcode": .map, "phone": .phone,
                "email": .mail,
            ])
        #expect(links(ToDo.self) == ["user": .same])
        #expect(links(TourReservation.self).isEmpty)
        #expect(links(Player.self) == ["Team": .same])
        #expect(links(Course.self) == ["Program": .same, "Level": .same])
    }
}
