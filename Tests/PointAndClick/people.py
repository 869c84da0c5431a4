"""One user's first visit: sign in, download by clicking, watch the bar, type a name, open the person, copy the email.

Usage: people.py BUILD-FOLDER [SCREENSHOT-FOLDER]
"""

from desk import Desk, Server, Tap, run, step, until
from shown import tree


def download(desk, answer):
    desk.click("Download")
    dialog = desk.window("Download People")
    labels = sorted(node.name for node in tree(dialog) if node.role == "push button")
    step("the dialog has exactly the three answers", labels == ["Cancel", "Download and Replace", "Download and Update"])
    desk.click(answer, dialog)


def first_visit(build, pictures):
    server = Server(build)
    tap = Tap(server)
    desk = Desk(build, "--server", tap.address, "--netid", "demo", password=None)
    try:
        step("a first launch shows one row: oneself", len(desk.rows()) == 1)
        download(desk, "Download and Replace")
        desk.find("label", "Enter your password to download.")
        step("401 leads to the password at once", not desk.has_window("Preferences"))
        desk.write("Password", "demo")
        tap.allow(350_000)  # of some 950 kB
        desk.click("Download Class")
        step("signed in, the download goes on by itself")
        bar = desk.find("progress bar", "Download")
        until(lambda: 0.25 < bar.value() < 0.5, "the bar at a third")
        desk.picture(f"{pictures}/progress.png")
        step("the list stays usable meanwhile", len(desk.rows()) == 1)
        tap.allow(300_000)
        until(lambda: 0.55 < bar.value() < 0.9, "the bar at two thirds")
        step("the bar moves as bytes arrive")
        desk.click("Cancel Download")
        desk.find("label", "^The download was canceled", exact=False)
        step("Cancel stops it at once, and the list is as it was", len(desk.rows()) == 1)
        tap.allow(1 << 60)
        download(desk, "Download and Replace")
        desk.find("label", "^150 people downloaded", exact=False)
        desk.picture(f"{pictures}/downloaded.png")
        step("the list is full", until(lambda: len(desk.rows()) > 100, "the class"))
        desk.keys("ctrl+z")
        desk.find("label", "^Undone: Download and Replace", exact=False)
        until(lambda: len(desk.rows()) == 1, "the list as it was")
        step("Ctrl+Z undoes it, with the keyboard in the empty search entry")
        download(desk, "Download and Replace")
        until(lambda: len(desk.rows()) > 100, "everybody")

        desk.keys("ctrl+f")
        desk.type("quillfeather")
        until(lambda: len(desk.rows()) >= 1 and desk.rows()[0].startswith("Demo Quillfeather"), "the person found")
        step("typing a name finds the person")
        desk.hover_row("Demo Quillfeather")
        desk.find("label", "Select a Person")
        step("the pointer alone opens nobody")
        desk.click_row("Demo Quillfeather")
        desk.find("push button", "Details")
        step("a click opens the person")
        desk.click("Copy Email")
        until(lambda: desk.clipboard() == "demo@duke.example", "the email on the clipboard")
        step("Copy Email copies the email")
        desk.picture(f"{pictures}/detail.png")

        desk.keys("Escape")
        desk.keys("ctrl+f")
        desk.keys("Escape")
        until(lambda: len(desk.rows()) > 100, "everybody back")
        step("Esc clears the search")
        step("Ctrl+Q ends the program", desk.stop() == 0)
    finally:
        desk.process.kill()
        server.stop()


def keyboard_alone(build, pictures):
    server = Server(build)
    desk = Desk(build, "--server", server.address, "--netid", "demo")
    try:
        desk.keys("ctrl+d")
        desk.window("Download People")
        desk.centre("Download People")
        desk.picture(f"{pictures}/dialog.png")
        desk.keys("Escape")
        until(lambda: not desk.has_window("Download People"), "the dialog closing")
        step("Esc cancels the dialog", len(desk.rows()) == 1)
        desk.keys("ctrl+d")
        desk.window("Download People")
        desk.keys("Return")
        words = desk.find("label", "^150 people downloaded", exact=False).name
        step(f"Ctrl+D and Return download, and remove no record: {words}", "removed" not in words)
        desk.keys("ctrl+f")
        desk.type("ho=swim, ro=student")
        until(lambda: 1 <= len(desk.rows()) < 40, "fewer rows")
        desk.keys("Down", "Down", "Return")
        desk.find("push button", "Copy Email")
        step("arrows and Return open a person")
        desk.keys("ctrl+shift+c")
        until(lambda: "@duke.example" in desk.clipboard(), "an email on the clipboard")
        step("Ctrl+Shift+C copies the email")
        desk.keys("F10")
        desk.find("menu item", "Preferences")
        step("F10 opens the menu")
        desk.keys("Escape")
        desk.keys("ctrl+comma")
        desk.window("Preferences")
        desk.picture(f"{pictures}/preferences.png")
        step("Ctrl+comma opens Preferences")
        desk.keys("Escape")
        until(lambda: not desk.has_window("Preferences"), "Preferences closing")
        server.stop()
        desk.keys("ctrl+d")
        desk.window("Download People")
        desk.keys("Return")
        desk.find("label", "Cannot reach the server", exact=False)
        step("a dead server is told in words, and the list stays", 1 <= len(desk.rows()) < 40)
        desk.picture(f"{pictures}/dead-server.png")
        step("Ctrl+Q ends the program", desk.stop() == 0)
    finally:
        desk.process.kill()
        server.stop()


run(first_visit, keyboard_alone)
