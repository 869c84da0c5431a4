"""A pseudolocale: every text of the catalog is in ⟦…⟧, and its arguments are in ⟨…⟩. A text of the window outside these
marks is not translated, or it is data."""

import json
import os
import plistlib
import re
import shutil
import subprocess
from unittest.mock import patch

from driver import App
from widgets import WidgetGone

LANGUAGE = "qps"
TEMPLATE = "po/duke-directory.pot"
MARKS = str.maketrans("", "", "⟦⟧⟨⟩")
MAX_ROWS = 12  # of each list, because the same code makes all of them

LITERAL = r'"(?:[^"\\]|\\.)*"'
LITERALS = rf"(?:{LITERAL}\s*)+"
ENTRY = re.compile(rf"^(?:msgctxt ({LITERALS}))?msgid ({LITERALS})(?:msgid_plural ({LITERALS}))?msgstr", re.MULTILINE)
HEADER = {"Content-Type": "text/plain; charset=UTF-8", "Language": LANGUAGE,
          "Plural-Forms": "nplurals=2; plural=n != 1;"}

# Fields of records whose values are translated.
TRANSLATED_FIELDS = {"role", "gender", "completed"}
# Texts of GTK, which has its own catalog.
GTK_TEXTS = {
    "": "(?:(?:Minimize|Maximize|Close)(?: the window)?|\\(None\\))|Show Text|Hide Text|Caps Lock is on",
    "About Duke Directory": "About|About Duke Directory|Credits|Created by|License|System|Website"
                            "|This program comes with absolutely no warranty.*",
}
KEYS = "Ctrl|Shift|Alt|Escape|Delete|Space|Menu|Left|Right"
PATTERNS = [
    r"Duke Directory", r"[a-z]+=[\w…]*", r"https?://\S+", r"\S+@[\w.-]+", r"\S+\.(?:json|csv|pdf|vcf|png)",
    r"[A-ZΑ-Ω]\d?", r"[0-9A-Z]{4}-[0-9A-Z]{4}",
    r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|Mon|Tue|Wed|Thu|Fri|Sat|Sun|[AP]M|GMT|UTC",
    r"January|February|March|April|May|June|July|August|September|October|November|December",
    r"Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Oct|Nov|Dec", r"(?:(?:Ctrl|Shift|Alt)\+)+(?:\w+|\S)|F\d+",
    rf"(?<=\()(?:{KEYS})(?=\))", r"^Space$",
]


def marked(text):
    """The text in marks, without the Markdown at the start of the help's lines."""
    parts = re.split(r"(^#{1,2} |^- )", text, flags=re.MULTILINE)
    return "".join(part if index % 2 or not part.strip() else enclosed(part) for index, part in enumerate(parts))


def enclosed(text):
    body = text.rstrip("\n")
    return "⟦" + re.sub(r"(\{\d+\})", r"⟨\1⟩", body) + "⟧" + text[len(body):]


def catalog(template):
    """A catalog in which the translation of every text of the template is the marked text."""
    def text(literals):
        return "".join(json.loads(each, strict=False) for each in re.findall(LITERAL, literals))

    def literal(text):
        return json.dumps(text, ensure_ascii=False)

    messages = ['msgid ""\nmsgstr ' + literal("".join(f"{name}: {value}\n" for name, value in HEADER.items()))]
    for context, one, many in ENTRY.findall(template):
        if not text(one):
            continue
        messages.append("\n".join(
            ([f"msgctxt {literal(text(context))}"] if context else []) + [f"msgid {literal(text(one))}"] + (
                [f"msgid_plural {literal(text(many))}", f"msgstr[0] {literal(marked(text(one)))}",
                 f"msgstr[1] {literal(marked(text(many)))}"] if many else [f"msgstr {literal(marked(text(one)))}"])))
    return "\n\n".join(messages) + "\n"


class Pseudolocale:
    """Installs the catalog beside the programs, and removes it at the end."""

    def __init__(self, build):
        self.folder = os.path.join(os.path.dirname(os.path.realpath(build)), "share/locale", LANGUAGE)

    def __enter__(self):
        folder = f"{self.folder}/LC_MESSAGES"
        os.makedirs(folder, exist_ok=True)
        with open(TEMPLATE, encoding="utf-8") as template:
            text = catalog(template.read())
        subprocess.run(
            ["msgfmt", "--output-file", f"{folder}/duke-directory.mo", "-"], input=text.encode(), check=True)
        return self

    def __exit__(self, *problem):
        shutil.rmtree(self.folder)


class PseudolocalizedApp(App):
    """A window in the pseudolocale; its widgets are found by their English names."""

    environment = {"LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "LANGUAGE": LANGUAGE}

    def __init__(self, *arguments, **options):
        with patch.dict(os.environ, self.environment):
            super().__init__(*arguments, no_animations=True, **options)

    @staticmethod
    def english(name):
        return name.translate(MARKS)


def visible_widgets(node, path=()):
    """The widget and its visible descendants, each with the roles and names of its ancestors."""
    try:
        if not node.has("visible"):
            return
        own = node.role
        yield node, path
        rows = 0
        for child in node:
            rows += 1
            if child and not (own == "list" and rows > MAX_ROWS):
                yield from visible_widgets(child, (*path, (own, node.name)))
    except WidgetGone:
        return


def texts(node):
    """The name, the description, and the text of a widget. GTK names a widget without a name by its type."""
    found = {node.name, node.description}
    if node.has_text():
        found.add(node.text())
    return {text for text in found if text and not re.fullmatch(r"Gtk[A-Z]\w+", text)}


class DataFilter:
    """Removes data from a text, so that what remains needs a translation."""

    def __init__(self, *data):
        values = sorted({value for each in data for value in self.values(each)}, key=len, reverse=True)
        self.known = re.compile(r"(?<!\w)(?:" + "|".join([*map(re.escape, values), *PATTERNS]) + r")(?!\w)")

    @classmethod
    def values(cls, data, key=""):
        """Every string in JSON or in a property list."""
        if isinstance(data, dict):
            return {text for key, value in data.items() for text in cls.values(value, key)}
        if isinstance(data, (list, tuple)):
            return {text for value in data for text in cls.values(value, key)}
        if not isinstance(data, str) or len(data) > 200 or key in TRANSLATED_FIELDS:
            return set()
        return {part.strip() for part in (data, *data.split(",")) if part.strip()}

    def untranslated(self, text):
        """The parts of `text` that are neither from the catalog nor data."""
        pieces, marks = [""], []
        for character in text:
            if character in "⟦⟨":
                marks.append(character)
                pieces.append("")
            elif character in "⟧⟩":
                del marks[-1:]
                pieces.append("")
            elif marks[-1:] != ["⟦"]:
                pieces[-1] += character
        # GTK writes the names of the keys in tooltips.
        pieces[1:] = ["" if re.fullmatch(KEYS, piece) else piece for piece in pieces[1:]]
        rest = [re.sub(r"\d+", "", self.known.sub(" ", piece)) for piece in pieces]
        return " … ".join(piece.strip() for piece in rest if re.search(r"[^\W\d_]", piece))


class UntranslatedTexts:
    """The texts that are in English, and where."""

    def __init__(self, data_filter):
        self.data_filter, self.found, self.read = data_filter, {}, set()

    def read_window(self, app, title, place):
        for node, path in visible_widgets(app.window(title)):
            role = path[-1][0] if path else ""
            for text in texts(node) - self.read:
                if not self.is_gtk_text(text, title, role):
                    self.read.add(text)
                    if rest := self.data_filter.untranslated(text):
                        self.found[text] = (place, f"{node.role} in {role or 'the program'}", rest)

    @staticmethod
    def is_gtk_text(text, title, role):
        """Whether the text is GTK's own; the names of keys in its shortcuts window are in fillers."""
        patterns = [GTK_TEXTS[""], GTK_TEXTS.get(title, "")] + ([KEYS] if role == "filler" else [])
        return any(re.fullmatch(pattern, text, re.DOTALL) for pattern in patterns)

    def report(self):
        for text, (place, parent, rest) in self.found.items():
            print(f"    {place}: {parent}: “{text}”" + (f" has “{rest}”" if rest != text else ""), flush=True)


def players():
    with open("data/players.plist", "rb") as file:
        return plistlib.load(file)
