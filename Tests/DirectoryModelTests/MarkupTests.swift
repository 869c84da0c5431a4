import DirectoryModel
import Testing

/// Pasted HTML is distinguished from text with angle brackets.
struct MarkupTests {
    @Test(arguments: [
        ("<b>Ada</b>", "Ada"), ("<p>Ada <i>Okafor</i>", "Ada Okafor"), ("Ada<br/>Okafor<BR>", "Ada Okafor"),
        (#"<font color="red" size=2>Ada &amp; Bo</font>"#, "Ada & Bo"),
        (" <ul><li>tea<li>chess</ul> ", "tea chess"), ("<div><span style='x:y'>1 &lt; 2</span></div>", "1 < 2"),
    ])
    func markupIsRemoved(pasted: String, text: String) { #expect(Markup.removed(from: pasted) == text) }

    @Test(arguments: [
        "Ada", "Fix List<Int> bug", "use <stdio.h>", "Tom <tom@x.y>", "a < b > c", "Vector<b>", "<3", "<b>Ada",
        "Ada</b>", "<b><i>Ada</b></i>", "Remove <br> from the page", "<script>x</script>", "<b></b>", "<b Ada</b>",
        "Map<i, b>", "<>", "<b>List<Int></b>",
    ])
    func textStays(typed: String) { #expect(Markup.removed(from: typed) == nil) }
}
