import DirectoryModel
import Testing

/// Emails to groups.
struct GroupMailTests {
    @Test(
        arguments: [
            "ana@duke.edu", "a+b@x.y", "o'brien@x.y", "a&b=c?d@x.y", "\"a,b\"@x.y", "\"a\\\"b\"@x.y", "zoë@müller.de",
            "用户@例子.公司", "a@[192.168.1.1]", "a@localhost", " ana@duke.edu ",
        ])
    func oneAddressIsAccepted(text: String) { #expect(MailAddress(text) != nil) }

    @Test(
        arguments: [
            "", "nonsense", "@x.y", "a@", "a@x.y, b@x.y", "a@x.y,b@x.y", "a@x.y;b@x.y", "a@x.y\nBcc: all@x.y",
            "a\r\n@x.y", "Ana <a@x.y>", "a@b@x.y", "a b@x.y", "a..b@x.y", ".a@x.y", "a@x..y", "\"a\"b\"@x.y",
            "\"a\n\"@x.y", "\"\\\"@x.y", "a@x.y?bcc=all@x.y", "a\u{202E}@x.y", "a\0@x.y", "a，b@x.y", "a@x，y",
            "a@x.y&bcc=b", "\(String(repeating: "a", count: 251))@x.y",
        ])
    func anAddressThatHidesAnotherReceiverIsRefused(text: String) { #expect(MailAddress(text) == nil) }

    private func addresses(_ texts: String...) -> [MailAddress] { texts.compactMap(MailAddress.init) }

    @Test func everyoneIsInBccOnce() {
        let mail = GroupMail(to: addresses("ana@duke.edu", "bo@duke.edu", "ANA@duke.edu"))
        #expect(mail.parts.map(\.address) == ["mailto:?bcc=ana@duke.edu,bo@duke.edu"])
        #expect(mail.receivers.map(\.text) == ["ana@duke.edu", "bo@duke.edu"])
        #expect(GroupMail(to: addresses("ana@duke.edu")).parts.map(\.address) == ["mailto:ana@duke.edu"])
        #expect(GroupMail(to: []).parts.isEmpty)
    }

    @Test func anAddressCannotAddReceiversOrFields() {
        let mail = GroupMail(to: addresses("a&b=c?d+e@x.y", "\"a,b\"@x.y", "zoë@müller.de", "100%@x.y"))
        #expect(
            mail.parts.map(\.address) == [
                "mailto:?bcc=a%26b%3Dc%3Fd%2Be@x.y,%22a%2Cb%22@x.y,zo%C3%AB@m%C3%BCller.de,100%25@x.y"
            ])
    }

    @Test func manyAreSplitWhereTheAddressIsTooLong() {
        let all = (1...400).compactMap { MailAddress("student.number\($0)@duke.example") }
        let mail = GroupMail(to: all)
        #expect(mail.parts.count == 7)
        #expect(mail.parts.allSatisfy { $0.address.utf8.count <= GroupMail.maxLength })
        #expect(mail.receivers == all)
        // Each has as many receivers as fit.
        #expect(mail.parts.dropLast().allSatisfy { $0.address.utf8.count > GroupMail.maxLength - 40 })
        #expect(GroupMail(to: all, maxLength: 10).parts.count == 400)
    }
}
