"""GtkKit's example as a program of its own: what is added to its observed errands is seen in the list.

Usage: gtkkit.py BUILD-FOLDER
"""

import subprocess

import pyatspi

from desk import act, first, run, step, until


def example(build, _pictures):
    process = subprocess.Popen([f"{build}/GtkKitExample"])
    try:
        program = until(
            lambda: next((p for p in pyatspi.Registry.getDesktop(0) if p and p.get_process_id() == process.pid), None),
            "the example on the accessibility bus")

        def find(role, name=""):
            return first(
                lambda: pyatspi.findAllDescendants(
                    program, lambda node: node.getRoleName() == role and node.name in (name, name or node.name)),
                f"{role} {name}")

        step("the window follows what there is to do", find("frame").name == "Errands: 0")
        for place, text in enumerate(("Water the ferns", "Count the spoons"), start=1):
            find("text").queryEditableText().setTextContents(text)
            act(find("push button", "Add"), "click")
            step(f"{text} is seen in the list", find("list item", text))
            until(lambda: find("frame").name == f"Errands: {place}", "the window's new title")
        process.terminate()
        process.wait()
    finally:
        process.kill()


if __name__ == "__main__":
    run(example)
