"""A language nobody speaks: every text of the catalogue is ⟦itself⟧, and what is put into it is marked as ⟨such⟩. What
the window shows outside these marks was never looked up in the catalog, unless it is data."""

import json
import os
import plistlib
import re
import shutil
import subprocess
from unittest.mock import patch

from desk import Desk
from widgets import Gone

LANGUAGE = "qps"
TEMPLATE = "po/duke-directory.pot"
MARKS = str.maketrans("", "", "⟦⟧⟨⟩")
ROWS = 12  # of a list are read: all are made by the same code

LITERAL = r'"(?:[^"\\]|\\.)*"'
LITERALS = rf"(?:{LITERAL}\s*)+"
ENTRY = re.compile(rf"^(?:msgctxt ({LITERALS}))?msgid ({LITERALS})(?:msgid_plural ({LITERALS}))?msgstr", re.MULTILINE)
HEAD = {"Content-Type": "text/plain; charset=UTF-8", "Language": LANGUAGE, "Plural-Forms": "nplurals=2; plural=n != 1;"}

# What a record says is not all of its own making: these are words of the program.
WORDS_OF_THE_PROGRAM = {"role", "gender", "completed"}
# GTK says these, in the language of its own catalogue.
OF_GTK = {
    "": "(?:(?:Minimize|Maximize|Close)(?: the window)?|\\(None\\))|Show Text|Hide Text|Caps Lock is on",
    "About Duke Directory": "About|About Duke Directory|Credits|Created by|License|System|Website"
                            "|This program comes with absolutely no warranty.*",
}
KEYS = "Ctrl|Shift|Alt|Escape|Delete|Space|Menu|Left|Right"
PATTERNS = [
    r"Duke Directory", r"[a-z]+=[\w…]*", r"https?://\S+", r"\S+@[\w.-]+", r"\S+\.(?:json|csv|pdf|vcf|png)", r"[A-ZΑ-Ω]\d?",
    r"[0-9A-Z]{4}-[0-9A-Z]{4}",
    r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|Mon|Tue|Wed|Thu|Fri|Sat|Sun|[AP]M|GMT|UTC",
    r"January|February|March|April|May|June|July|August|September|October|November|December",
    r"Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Oct|Nov|Dec", r"(?:(?:Ctrl|Shift|Alt)\+)+(?:\w+|\S)|F\d+",
    rf"(?<=\()(?:{KEYS})(?=\))", r"^Space$",
]


def marked(text):
    """The text of the catalogue for `words`. Marks at the start of the help's lines, and places, stay what they are."""
    parts = re.split(r"(^#{1,2} |^- )", text, flags=re.MULTILINE)
    message = [part if index % 2 or not part.strip() else wrapped(part) for index, part in enumerate(parts)]
    return "".join(message)


def wrapped(text):
    body = text.rstrip("\n")
    return "⟦" + re.sub(r"(\{\d+\})", r"⟨\1⟩", body) + "⟧" + text[len(body):]


def catalogue(template):
    """The template with every text marked, as a catalogue that is to be compiled."""
    def text(literals):
        return "".join(json.loads(one, strict=False) for one in re.findall(LITERAL, literals))

    def literal(text):
        return json.dumps(text, ensure_ascii=False)

    message = ['msgid ""\nmsgstr ' + literal("".join(f"{name}: {value}\n" for name, value in HEAD.items()))]
    for context, one, many in ENTRY.findall(template):
        if not text(one):
            continue
        message.append("\n".join(
            ([f"msgctxt {literal(text(context))}"] if context else []) + [f"msgid {literal(text(one))}"] + (
                [f"msgid_plural {literal(text(many))}", f"msgstr[0] {literal(marked(text(one)))}",
                 f"msgstr[1] {literal(marked(text(many)))}"] if many else [f"msgstr {literal(marked(text(one)))}"])))
    return "\n\n".join(message) + "\n"


class Language:
    """The language beside the programs, as long as it is needed."""

    def __init__(self, build):
        self.folder = os.path.join(os.path.dirname(os.path.realpath(build)), "share/locale", LANGUAGE)

    def __enter__(self):
        folder = f"{self.folder}/LC_MESSAGES"
        os.makedirs(folder, exist_ok=True)
        with open(TEMPLATE, encoding="utf-8") as template:
            text = catalogue(template.read())
        subprocess.run(
            ["msgfmt", "--output-file", f"{folder}/duke-directory.mo", "-"], input=text.encode(), check=True)
        return self

    def __exit__(self, *problem):
        shutil.rmtree(self.folder)


class Foreign(Desk):
    """A desk whose window speaks that language; its widgets are found by what they are called in English."""

    surroundings = {"LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "LANGUAGE": LANGUAGE}

    def __init__(self, *arguments, **options):
        with patch.dict(os.environ, self.surroundings):
            super().__init__(*arguments, still=True, **options)

    @staticmethod
    def english(name):
        return name.translate(MARKS)


def nodes(node, path=()):
    """Every visible widget from this one down, and the roles and names of what it is in."""
    try:
        if not node.has("visible"):
            return
        own = node.role
        yield node, path
        rows = 0
        for child in node:
            rows += 1
            if child and not (own == "list" and rows > ROWS):
                yield from nodes(child, (*path, (own, node.name)))
    except Gone:  # it went away while we looked
        return


def texts(node):
    """What a widget says to those who see it and to those who do not."""
    message = {node.name, node.description}
    if node.is_text():
        message.add(node.text())
    return {one for one in message if one and not re.fullmatch(r"Gtk[A-Z]\w+", one)}


class Judge:
    """Knows the data, and tells them from words."""

    def __init__(self, *data):
        values = sorted({value for one in data for value in self.values(one)}, key=len, reverse=True)
        self.known = re.compile(r"(?<!\w)(?:" + "|".join([*map(re.escape, values), *PATTERNS]) + r")(?!\w)")

    @classmethod
    def values(cls, data, key=""):
        """Every text in what the server, a list or a file has."""
        if isinstance(data, dict):
            return {text for key, value in data.items() for text in cls.values(value, key)}
        if isinstance(data, (list, tuple)):
            return {text for value in data for text in cls.values(value, key)}
        if not isinstance(data, str) or len(data) > 200 or key in WORDS_OF_THE_PROGRAM:
            return set()
        return {part.strip() for part in (data, *data.split(",")) if part.strip()}

    def leftover(self, text):
        """What of `text` is neither the catalogue's nor data."""
        pieces, inside = [""], []
        for sign in text:
            if sign in "⟦⟨":
                inside.append(sign)
                pieces.append("")
            elif sign in "⟧⟩":
                del inside[-1:]
                pieces.append("")
            elif inside[-1:] != ["⟦"]:
                pieces[-1] += sign
        # GTK names the keys in tooltips.
        pieces[1:] = ["" if re.fullmatch(KEYS, piece) else piece for piece in pieces[1:]]
        left = [re.sub(r"\d+", "", self.known.sub(" ", piece)) for piece in pieces]
        return " … ".join(piece.strip() for piece in left if re.search(r"[^\W\d_]", piece))


class Findings:
    """What was found in English, and where."""

    def __init__(self, judge):
        self.judge, self.found, self.read = judge, {}, set()

    def walk(self, desk, title, what):
        """Reads a window."""
        for node, path in nodes(desk.window(title)):
            role = path[-1][0] if path else ""
            for text in texts(node) - self.read:
                if not self.is_of_gtk(text, title, role):
                    self.read.add(text)
                    if left := self.judge.leftover(text):
                        self.found[text] = (what, f"{node.role} in {role or 'the program'}", left)

    @staticmethod
    def is_of_gtk(text, title, role):
        """True where GTK says it by itself; the keys in the window of keys are its fillers."""
        message = [OF_GTK[""], OF_GTK.get(title, "")] + ([KEYS] if role == "filler" else [])
        return any(re.fullmatch(one, text, re.DOTALL) for one in message)

    def report(self):
        for text, (what, where, left) in self.found.items():
            print(f"    {what}: {where}: “{text}”" + (f" has “{left}”" if left != text else ""), flush=True)


def players():
    """The list that ships with the program."""
    with open("data/players.plist", "rb") as file:
        return plistlib.load(file)
