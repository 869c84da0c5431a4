"""GtkKit's example as a program: errands that are added to its observed model appear in the list.

Usage: gtkkit.py BUILD-FOLDER
"""

import subprocess

import widgets
from driver import first, run, step, until


def example(build, _screenshots):
    process = subprocess.Popen([f"{build}/GtkKitExample"])
    try:
        program = until(lambda: widgets.program(process.pid), "the example on the accessibility bus")

        def find(role, name=""):
            return first(
                lambda: (node for window in program for node in window.subtree()
                         if node.role == role and node.name in (name, name or node.name)),
                f"{role} {name}")

        step("the title has the number of errands", find("frame").name == "Errands: 0")
        for index, text in enumerate(("Water the ferns", "Count the spoons"), start=1):
            find("text").write(text)
            find("push button", "Add").perform("click")
            step(f"{text} is in the list", find("list item", text))
            until(lambda: find("frame").name == f"Errands: {index}", "the new title")
        process.terminate()
        process.wait()
    finally:
        process.kill()


if __name__ == "__main__":
    run(example)
