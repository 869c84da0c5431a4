#!/usr/bin/env python3
"""Prints the size of the code as a table: lines, files, types, and signs of types that do too much.

Usage: count.py [COMMIT…]; without one, of the working tree. It uses patterns, which are accurate enough to compare
commits.
"""

import re
import statistics
import subprocess
import sys

TYPE = re.compile(r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|private|fileprivate|final|indirect|open|"
                  r"nonisolated)\s+)*(?:struct|class|enum|protocol|actor)\s+\w+", re.M)
FUNC = re.compile(r"^([ \t]*)(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|private|fileprivate|final|static|"
                  r"override|mutating|nonisolated|class|convenience|required|open)\s+)*(func\s+[\w`]+|init[?]?)"
                  r"[^\n]*", re.M)
MEMBER = re.compile(r"^ {4}(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|private|fileprivate|final|static|"
                    r"override|mutating|nonisolated|lazy|weak|convenience)(?:\(set\))?\s+)*(?:func|var|let|init|subscript)\b",
                    re.M)


PARTS = {
    "model, store, sync, commands": ["DirectoryModel", "DirectoryStore", "DirectorySync", "DirectoryCommands", "ClassAPI"],
    "screens, window": ["DirectoryScreens", "DirectoryWindow", "GtkKit", "DirectoryWidgets", "duke-directory"],
    "server": ["DirectoryServer", "LibpqClient", "duke-directory-server", "SampleData"],
}


def sources(commit, folder="Sources"):
    """The Swift files in a folder, by name; also the Python files of the tests."""
    if commit is None:
        listed = subprocess.run(["git", "ls-files", folder], capture_output=True, text=True, check=True).stdout
        read = lambda name: open(name, encoding="utf-8").read()
    else:
        listed = subprocess.run(
            ["git", "ls-tree", "-r", "--name-only", commit, folder], capture_output=True, text=True, check=True).stdout
        read = lambda name: subprocess.run(
            ["git", "show", f"{commit}:{name}"], capture_output=True, text=True, check=True).stdout
    return {name: read(name) for name in listed.split("\n") if name.endswith((".swift", ".py"))}


def without_texts(text):
    """The code with blanks for comments and string literals, so that braces can be counted."""
    text = re.sub(r'"""[\s\S]*?"""', lambda m: re.sub(r"[^\n]", " ", m[0]), text)
    text = re.sub(r'"(?:\\.|[^"\\\n])*"', lambda m: '"' + " " * (len(m[0]) - 2) + '"', text)
    return re.sub(r"//[^\n]*", lambda m: " " * len(m[0]), text)


def functions(code):
    """The numbers of lines and parameters of each function with a body."""
    for found in FUNC.finditer(code):
        opened = code.find("(", found.start(2))
        if opened < 0:
            continue
        depth, index, parameters = 0, opened, 0
        for index in range(opened, len(code)):
            char = code[index]
            depth += char in "([{<" and not code.startswith("->", index - 1)
            depth -= char in ")]}" or char == ">" and code[index - 1] != "-"
            if depth == 1 and char == ":":
                parameters += 1
            if depth == 0:
                break
        brace = re.compile(r"\{|\n\s*\n|\n\s*(?:func|var|let|case|init|static|public|\})").search(code, index)
        if not brace or brace[0] != "{":
            yield 0, parameters
            continue
        depth = 0
        for end in range(brace.start(), len(code)):
            depth += code[end] == "{"
            depth -= code[end] == "}"
            if depth == 0:
                break
        yield code.count("\n", found.start(), end) + 1, parameters


def members(files, name):
    """The numbers of declarations in a type with its extensions, and of their files."""
    opening = re.compile(rf"^(?:public |package |final |@\w+ )*(?:class|struct|extension|actor) {name}\b[^\n]*\{{\n"
                         rf"([\s\S]*?)^\}}", re.M)
    counts = [sum(len(MEMBER.findall(body)) for body in opening.findall(text)) for text in files.values()]
    return sum(counts), sum(1 for count in counts if count)


def lines_of(files, modules):
    return sum(text.count("\n") for name, text in files.items() if name.split("/")[1] in modules)


def count(commit):
    files = sources(commit)
    lengths = sorted(text.count("\n") for text in files.values())
    code = {name: without_texts(text) for name, text in files.items()}
    all_functions = [each for text in code.values() for each in functions(text)]
    erasing = [body for text in code.values() for body in
               re.findall(r"protocol Any\w+Screen[^\n]*\{\n([\s\S]*?)^\}", text, re.M)]
    table = {
        "lines of Sources": sum(lengths),
        **{f"of {part}": lines_of(files, modules) for part, modules in PARTS.items()},
        "lines of Tests": sum(text.count("\n") for text in sources(commit, "Tests").values()),
        "files, of at most 50 lines": f"{len(lengths)}, {sum(1 for each in lengths if each <= 50)}",
        "median, longest file": f"{statistics.median(lengths):.0f}, {lengths[-1]}",
        "types": sum(len(TYPE.findall(text)) for text in code.values()),
        "Any…Screen protocols, requirements": f"{len(erasing)}, {sum(len(MEMBER.findall(b)) for b in erasing)}",
    }
    for name in ("Store", "ListScreen", "SQLiteRepository", "SQLRepository"):
        number, file_count = members(code, name)
        if number:
            table[f"members of {name}, in files"] = f"{number}, {file_count}"
    table["generic over a record type, any DirectoryRecord"] = ", ".join(
        str(sum(len(re.findall(pattern, text)) for text in code.values()))
        for pattern in (r"<\w+: (?:DirectoryRecord|TypedRecord)\b", r"\bany DirectoryRecord\b"))
    table["try?"] = sum(len(re.findall(r"\btry\?", text)) for text in code.values())
    table["functions over 30 lines, longest"] = (
        f"{sum(1 for lines, _ in all_functions if lines > 30)}, {max(lines for lines, _ in all_functions)}")
    table["functions of over 6 parameters, most"] = (
        f"{sum(1 for _, parameters in all_functions if parameters > 6)}, {max(p for _, p in all_functions)}")
    table["lines of comments"] = sum(len(re.findall(r"^\s*//", text, re.M)) for text in files.values())
    return table


commits = sys.argv[1:] or [None]
tables = [count(commit) for commit in commits]
print("| | " + " | ".join(commit or "now" for commit in commits) + " |\n|---|" + "---|" * len(commits))
for row in dict.fromkeys(key for table in tables for key in table):
    print(f"| {row} | " + " | ".join(str(table.get(row, "–")) for table in tables) + " |")
