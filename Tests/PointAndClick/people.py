"""One user's first visit: sign in, download by clicking, watch the bar, type a name, open the person, copy the email.

Usage: people.py BUILD-FOLDER [SCREENSHOT-FOLDER]
"""

from desk import Desk, Server, Tap, run, step, until


def download(desk, answer, pictures):
    desk.click("Download")
    dialog = desk.window("Download People")
    desk.center("Download People")
    desk.picture(f"{pictures}/dialog.png")
    labels = sorted(node.name for node in dialog.every() if node.role == "push button")
    step("the dialog has exactly the three answers", labels == ["Cancel", "Download and Replace", "Download and Update"])
    desk.click(answer, dialog)


def first_visit(build, pictures):
    with Server(build) as server:
        tap = Tap(server)
        with Desk(build, "--server", tap.address, "--netid", "demo", password=None) as desk:
            download(desk, "Download and Replace", pictures)
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
            download(desk, "Download and Replace", pictures)
            desk.find("label", "^150 people downloaded", exact=False)
            step("the list is full", until(lambda: len(desk.rows()) > 100, "the class"))
            desk.keys("ctrl+z")
            desk.find("label", "^Undone: Download and Replace", exact=False)
            until(lambda: len(desk.rows()) == 1, "the list as it was")
            step("Ctrl+Z undoes it, with the keyboard in the empty search entry")
            download(desk, "Download and Replace", pictures)
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
            step("Ctrl+Q ends the program", desk.stop() == 0)


run(first_visit)
