#!/usr/bin/python3
"""Writes every literal behind `translated(` and `LocalizedString(` of Swift sources, and every paragraph of the help, as C# for
xgettext: "\\(name) was added." becomes _("{0} was added."). Usage: gather.py FOLDER-TO-WRITE-TO FILE…"""
import json
import pathlib
import sys

ESCAPES = {"n": "\n", "t": "\t", "r": "\r", '"': '"', "\\": "\\", "0": "\0", "'": "'"}


class Reader:
    """Reads one Swift file from left to right."""

    def __init__(self, text):
        self.text, self.at = text, 0

    def calls(self):
        """The place and the literals of every call that says words."""
        while self.at < len(self.text):
            if self.comment():
                continue
            if self.text[self.at] == '"':
                yield from self.string()[1]
            elif call := self.opening():
                place = self.at
                self.at += len(call)
                yield from self.call(place)
            else:
                self.at += 1

    def opening(self):
        before = self.text[self.at - 1] if self.at else " "
        if before.isalnum() or before in "_.":
            return None
        return next((call for call in ("translated(", "LocalizedString(") if self.text.startswith(call, self.at)), None)

    def call(self, place):
        """What a call says, and the calls inside it: the literal it starts with, or those behind `one:` and `many:`."""
        said = {}
        first = self.literal()
        inner = first[1] if first else []
        for label in self.inside(inner):
            if (literal := self.literal()) is not None:
                said[label] = literal[0]
                inner += literal[1]
        if first:
            yield place, [first[0]]
        elif len(said) == 2:
            yield place, [said["one:"], said["many:"]]
        yield from inner

    def inside(self, inner):
        """Goes on to the bracket that closes this one, through the labels on the way, gathering the calls in between."""
        depth = 1
        while depth and self.at < len(self.text):
            label = next((one for one in ("one:", "many:") if self.text.startswith(one, self.at)), None)
            if self.comment():
                continue
            if label and depth == 1:
                self.at += len(label)
                yield label
            elif self.text[self.at] == '"':
                inner += self.string()[1]
            elif call := self.opening():
                place = self.at
                self.at += len(call)
                inner += self.call(place)
            else:
                depth += {"(": 1, ")": -1}.get(self.text[self.at], 0)
                self.at += 1

    def literal(self):
        while self.at < len(self.text) and self.text[self.at].isspace():
            self.at += 1
        return self.string() if self.text.startswith('"', self.at) else None

    def comment(self):
        """Goes past a comment, or a string that says nothing to people."""
        if self.text.startswith("//", self.at):
            self.at = self.text.find("\n", self.at) % (len(self.text) + 1)
            return True
        if self.text.startswith('#"', self.at):
            self.at = self.text.index('"#', self.at) + 2
            return True
        return False

    def string(self):
        """A literal with its places numbered, and the calls inside its places."""
        many = self.text.startswith('"""', self.at)
        mark = '"""' if many else '"'
        self.at += len(mark)
        said, inner, places = "", [], 0
        while self.at < len(self.text) and not self.text.startswith(mark, self.at):
            sign = self.text[self.at]
            if sign != "\\":
                said, self.at = said + sign, self.at + 1
            elif self.text[self.at + 1] == "(":
                self.at += 2
                for _ in self.inside(inner):
                    pass
                said, places = said + "{%d}" % places, places + 1
            elif self.text[self.at + 1] == "u":
                end = self.text.index("}", self.at)
                said, self.at = said + chr(int(self.text[self.at + 3 : end], 16)), end + 1
            elif many and self.text[self.at + 1] == "\n":
                said, self.at = said + "\0", self.at + 2
            else:
                said, self.at = said + ESCAPES.get(self.text[self.at + 1], ""), self.at + 2
        self.at += len(mark)
        return (unindented(said) if many else said), inner


def unindented(said):
    """Lines between three quotes, less what the last line stands in by; a line ended by a backslash goes on."""
    lines = said.replace("\0", "\0\n").split("\n")[1:]
    margin = len(lines.pop())
    return "\n".join(line[margin:] for line in lines).replace("\0\n", "")


def paragraphs(text):
    """The paragraphs of the help and the lines they start at."""
    line = 1
    for block in text.split("\n\n"):
        yield line, block.strip("\n")
        line += block.count("\n") + 2


def statements(name):
    """The words of a file as C#, each on the line it stands on there."""
    text = open(name, encoding="utf-8").read()
    if name.endswith(".md"):
        found = [(line, [block]) for line, block in paragraphs(text)]
    else:
        found = [(text.count("\n", 0, place) + 1, words) for place, words in Reader(text).calls()]
    lines = [""] * (text.count("\n") + 2)
    for line, words in found:
        said = ", ".join(json.dumps(one, ensure_ascii=False) for one in words)
        lines[line] += f'{"_" if len(words) == 1 else "_n"}({said}); ' if all(words) else ""
    return "\n".join(lines[1:]) + "\n"


for source in sys.argv[2:]:
    target = pathlib.Path(sys.argv[1], source)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(statements(source), encoding="utf-8")
