import DirectoryModel
import Foundation
import Testing

/// Contacts, and the rules of them and of tours, just inside and just outside.
struct ContactTests {
    @Test(arguments: [
        ("firstName", "Al", "A"), ("lastName", "Li", "L"), ("street", "Elm", "El"),
        ("street", "# 12 Elm St.", "12 Elm; rear"), ("street", "1/2 Coeur d'Alene #4,", "12 Elm\u{2461}"),
        ("street", "Elm & Oak (rear) +1_a", "#-."), ("apartment", "#4B.", "#"), ("apartment", "4-B", "④"),
        ("city", "Apx", "Ap"), ("city", "New Bern", "Bern 2"), ("city", "St. Louis (MO)", "Fort 29!"),
        ("city", "Washington, D.C.", "(DC)"), ("city", "'s-Hertogenbosch", "-Salem"),
        ("city", "Winston-Salem", "Bern ①"),
        ("city", "Coeur d’Alene", "٣ Bern"), ("zipcode", "27701", "2770①"), ("phone", "(919) 555-0101", "555010①"),
        ("state", "nc", "Carolina"), ("state", "District of Columbia", "D.C.X"), ("zipcode", "01234", "0123"),
        ("zipcode", "27701", "277011"), ("zipcode", "27701", "2770a"), ("phone", "5550100", "555010"),
        ("phone", "9223372036854775807", "9223372036854775808"), ("phone", "+19195550100", "919555010x"),
        ("phone", "tel:5550100", "tel:5550100;ext=5"), ("phone", "1234567.0", "1234567.5"),
        ("phone", "1234567.", "-1234567"), ("phone", "1234567", "–1234567"),
        ("email", "a@b", "a.b"), ("email", "@", "at"), ("isEmergencyContact", "Yes", "perhaps"),
        ("CustomerName", "Al", "A"),
        ("CustomerName", String(repeating: "n", count: 100), String(repeating: "n", count: 101)),
        ("NumberOfCustomers", "1", "0"), ("NumberOfCustomers", "6", "7"), ("NumberOfCustomers", "6", "2.5"),
        ("TourDate", "2017-03-29T12:00Z", "2017-03-29"),
    ])
    func justInsideAndJustOutside(key: String, good: String, bad: String) throws {
        let contactField = Contact.definition.field(named: key)
        let rule = try #require(contactField ?? TourReservation.definition.field(named: key)).rule
        #expect(throws: Never.self) { try rule.checked(good).get() }
        #expect(throws: RuleBroken.self) { try rule.checked(bad).get() }
        // Missing values of contacts are valid.
        if contactField != nil { #expect(throws: Never.self) { try rule.checked("").get() } }
    }

    /// A printer's marks become a typewriter's, and phone numbers digits. Names have letters of any alphabet.
    @Test(arguments: [
        ("city", "Coeur d’Alene–East", "Coeur d'Alene-East"), ("email", " ana @ x.org ", "ana@x.org"),
        ("email", "Tom <tom@x.y>", "Tom <tom@x.y>"), ("phone", " (919) 555-0100 ", "9195550100"),
        ("phone", "+1 919.555.0100", "+19195550100"), ("phone", "tel:+1 919 555 0101", "+19195550101"),
        ("phone", "TEL: +49 (0)89 1234", "+49891234"), ("phone", "+44 (0)20 7946 0000", "+442079460000"),
        ("phone", "0049-(0)89-1234", "0049891234"), ("phone", "(0)89 12345", "08912345"),
        ("phone", "+1 (010) 55501", "+101055501"), ("phone", "9195550.112", "9195550112"),
        ("phone", "1234567.0", "1234567"), ("phone", "1234567.", "1234567"), ("phone", "919.555.0100", "9195550100"),
        ("firstName", "Zoë", "Zoë"), ("firstName", "Łukasz", "Łukasz"),
        ("firstName", "李明", "李明"), ("firstName", "Ngũgĩ", "Ngũgĩ"),
    ])
    func normalizes(key: String, typed: String, normalized: String) throws {
        #expect(try Contact.definition.field(key).rule.checked(typed).get() == normalized)
    }

    @Test func onlyASwitchIsNoContact() throws {
        var contact = Contact(id: 4)
        #expect(contact.record.isEmpty(but: ["isEmergencyContact"]))
        contact.isEmergencyContact = true
        #expect(contact.record.isEmpty(but: ["isEmergencyContact"]))
        try Tokens("sa=Ohio", of: Contact.definition).apply(to: &contact.record)
        #expect(!contact.record.isEmpty(but: ["isEmergencyContact"]))
        try Tokens("sa=", of: Contact.definition).apply(to: &contact.record)
        #expect(contact.record.isEmpty(but: ["isEmergencyContact"]))
    }

    @Test func statesByNameWithTheirAbbreviations() {
        #expect(USState.allCases.count == 52)
        #expect(USState.allCases.first?.label == "--")
        #expect(USState.allCases.dropFirst().map(\.label) == USState.allCases.dropFirst().map(\.rawValue).sorted())
        #expect(Set(USState.allCases.map(\.shortLabel)).count == 52)
        let known: [(USState, String)] = [
            (.none, ""), (.alabama, "AL"), (.alaska, "AK"), (.arizona, "AZ"), (.arkansas, "AR"), (.connecticut, "CT"),
            (.delaware, "DE"), (.districtOfColumbia, "DC"), (.hawaii, "HI"), (.iowa, "IA"), (.maine, "ME"),
            (.maryland, "MD"), (.massachusetts, "MA"), (.michigan, "MI"), (.minnesota, "MN"), (.mississippi, "MS"),
            (.missouri, "MO"), (.montana, "MT"), (.nebraska, "NE"), (.nevada, "NV"), (.newYork, "NY"),
            (.northCarolina, "NC"), (.ohio, "OH"), (.pennsylvania, "PA"), (.tennessee, "TN"), (.texas, "TX"),
            (.vermont, "VT"), (.virginia, "VA"), (.washington, "WA"), (.westVirginia, "WV"), (.wyoming, "WY"),
        ]
        for (state, abbreviation) in known { #expect(state.shortLabel == abbreviation) }
    }
}
