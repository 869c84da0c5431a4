"""One user's own record and the others': edit, mend, picture, upload, conflict, delete, undo, preview, set aside.

Usage: editing.py BUILD-FOLDER [SCREENSHOT-FOLDER [ARGUMENT-OF-THE-WINDOW…]]
The arguments change how the window looks: --dark, --size 360x700.
"""

import json
import os
import sqlite3
import subprocess
import tempfile
import urllib.error

from desk import Desk, Server, run, step, until

OWN = "Demo Quillfeather"
OTHER = "Thaddeus Quillfeather"
WINDOW = "Duke Directory"


def open_window(build, server, *arguments, **sandbox):
    return Desk(build, "--server", server.address, "--netid", "demo", *arguments, still=True, **sandbox)


def download(desk, answer="Download and Replace"):
    desk.keys("ctrl+d")
    desk.click(answer, desk.window("Download People"))


def find_person(desk, name):
    """Types a name and opens the only one of that name."""
    desk.keys("ctrl+f", "ctrl+a")
    desk.type(name)
    until(lambda: len(desk.rows()) == 1 and desk.rows()[0].startswith(name), f"{name} alone in the list")
    desk.keys("Return")
    desk.find("label", name.split()[-1])


def edit(desk, name):
    find_person(desk, name)
    desk.keys("F2")
    desk.says(f"Edit {name}")


def save(desk, name):
    desk.keys("ctrl+s")
    desk.says(f"{name} saved")


def show_top(desk):
    """Scrolls to the first thing of the form: its title, or the picture where the header says the title."""
    form = desk.scrolled(desk.find("text", "First Name"))
    desk.show(desk.find("push button", "Choose a Picture File…", form).parent.parent[0])


def is_marked(desk):
    return desk.look("label", "Edited here, not uploaded yet") is not None


def made_picture():
    """A landscape with somebody in it, as a camera would have taken it."""
    file = tempfile.mkdtemp(prefix="directory-picture-") + "/landscape.jpg"
    subprocess.run(
        ["convert", "data/portraits/01.jpg", "-resize", "480x480", "-background", "skyblue", "-gravity", "center",
         "-extent", "720x480", file], check=True)
    return file


def drop(desk, file):
    """Drags a file out of another program's window onto the form."""
    source = subprocess.Popen(["/usr/bin/python3", os.path.dirname(__file__) + "/files.py", file])
    try:
        subprocess.run(["xdotool", "search", "--sync", "--onlyvisible", "--name", "^Files$",
                        "windowmove", "--sync", "1120", "40"], check=True, stdout=subprocess.DEVNULL)
        x, y, width, _ = desk.place(desk.scrolled(desk.find("text", "First Name")))
        edge = (x - width // 2, y)
        before = desk.colour(*edge)

        desk.move_mouse(1195, 115)
        subprocess.run(["xdotool", "mousedown", "1"], check=True)
        for part in range(1, 26):
            desk.move_mouse(1195 + (x - 1195) * part // 25, 115 + (y - 115) * part // 25)
        # The other program learns that the form takes the file only after the form shows it.
        until(lambda: desk.colour(*edge) != before, "the form's edge that says drop it here")
        desk.move_mouse(x, y + 10)
        subprocess.run(["xdotool", "mouseup", "1"], check=True)
        desk.window("Picture")
    finally:
        source.kill()
        source.wait()


def own_record(build, pictures, *arguments):
    with Server(build) as server:
        with open_window(build, server, *arguments, password=None) as desk:
            download(desk)
            desk.window("Preferences")
            desk.write("Password", "demo")
            desk.click("Sign In")
            desk.is_gone("Preferences")
            # The download that was asked for goes on by itself.
            desk.says("150 people downloaded")
            step("signed in and downloaded")
            add_form(desk, pictures)
            mend_email(desk, pictures)
            change_picture(desk, pictures)
            upload(desk, server, pictures)
            look_in_browser(server, pictures)
            step("Ctrl+Q ends the program", desk.stop() == 0)
        with open_window(build, server, *arguments, sandbox=desk.sandbox) as desk:
            find_person(desk, "Demonia Quillfeather")
            desk.find("label", "demo@duke.edu")
            step("after closing and opening everything is there", not is_marked(desk))
            step("Ctrl+Q ends the program", desk.stop() == 0)


def add_form(desk, pictures):
    desk.keys("ctrl+n")
    desk.says("New Person")
    step("a new person has no Upload", not desk.look("push button", "Upload…"))
    desk.fill("First Name", "Rosalind")
    desk.fill("Last Name", "Ferngarden")
    desk.fill("NetID", "rf12")
    desk.keys("Tab")
    until(lambda: desk.text("Email") == "rf12@duke.edu", "the email")
    desk.says("Completed from NetID.")
    step("the email is completed from the NetID")
    desk.fill("Hobbies", "swimming, chess")
    desk.fill("First Name", "Rosalind")
    show_top(desk)
    desk.portrait(WINDOW, f"{pictures}/add.png")
    desk.keys("Escape")
    desk.click("Keep Editing", desk.window("Leave Without Saving?"))
    desk.is_gone("Leave Without Saving?")
    step("Esc asks, and Keep Editing keeps everything", desk.text("Last Name") == "Ferngarden")
    desk.keys("Escape")
    desk.click("Discard", desk.window("Leave Without Saving?"))
    desk.is_gone("Leave Without Saving?")
    desk.keys("ctrl+n")
    until(lambda: desk.text("First Name") == "", "an empty form")
    desk.keys("Escape")
    step("Discard forgets them, and a form without changes is left without asking")


def mend_email(desk, pictures):
    edit(desk, OWN)
    step("F2 opens one's own record, filled", desk.text("Last Name") == "Quillfeather")
    step("and offers Upload", desk.look("push button", "Upload…"))
    desk.fill("Movie", "")
    desk.fill("First Name", "  Demonia ")
    desk.fill("Email", "demo at duke")
    desk.keys("Tab")
    desk.says("Extra blanks and invisible characters were taken out.")
    step("a name is mended, and that is said", desk.text("First Name") == "Demonia")
    note = desk.says("Email has to be an address such as abc12@duke.edu.")
    step("the email says what is wrong with it")

    def is_yellow():
        x, y, width, _ = desk.place(note)
        red, _, blue = desk.colour(x + width // 2 - 2, y)
        return red > blue + 50

    desk.show(note)
    until(is_yellow, "the yellow row")
    step("its row is yellow")
    show_top(desk)
    desk.show(note)
    desk.portrait(WINDOW, f"{pictures}/edit.png")
    desk.press("text", "First Name")
    desk.click("Save")
    until(lambda: desk.has_focus("text", "Email"), "the keyboard on the email")
    step("Save is refused, and the keyboard goes to the email", desk.look("label", f"Edit {OWN}"))
    desk.fill("Email", "DEMO ")
    desk.keys("Tab")
    until(lambda: desk.text("Email") == "demo@duke.edu", "the mended email")
    desk.says("Changed from “DEMO ”.")
    step("“DEMO ” becomes demo@duke.edu, and that is said")


def change_picture(desk, pictures):
    drop(desk, made_picture())
    step("a picture file dropped on the form opens the crop")
    zoom = desk.find("slider", "Zoom").queryValue()
    before = zoom.currentValue
    desk.find("push button", "Use Picture")
    desk.keys("plus", "plus", "plus", "Left", "Up")
    until(lambda: zoom.currentValue > before, "the zoom")
    step("+ and arrows crop it")
    desk.portrait("Picture", f"{pictures}/crop.png")
    desk.click("Use Picture")
    desk.is_gone("Picture")
    desk.portrait(WINDOW, f"{pictures}/dropped.png")
    step("Use Picture puts it into the form")


def upload(desk, server, pictures):
    before = server.ask("/entries/demo/picture")[0]
    desk.keys("ctrl+s")
    desk.says("Demonia Quillfeather saved")
    until(lambda: is_marked(desk), "the mark")
    step("what is saved and not uploaded is marked")
    desk.keys("F2")
    desk.click("Upload…")
    check = desk.window("Check Before Publishing")
    desk.find("label", "^\u200eDemonia Quillfeather is a Student.*demo@duke.edu", check, exact=False)
    desk.find("label", "One thing to look at", check)
    desk.portrait("Check Before Publishing", f"{pictures}/publish.png")
    step("the check shows what others will read")
    desk.click("Upload", check)
    desk.says("Your published record is the one you have here now.")
    step("the upload is told in words", server.entry("demo")["email"] == "demo@duke.edu")
    picture, headers = server.ask("/entries/demo/picture")
    step("the server has the picture", headers["Content-Type"] == "image/jpeg" and picture != before)
    until(lambda: not is_marked(desk), "the mark going")
    step("the mark is gone")


def look_in_browser(server, pictures):
    page = server.ask("/entries?q=demo")[0].decode()
    step("the server's page holds the name and the email", "Demonia Quillfeather" in page and "demo@duke.edu" in page)
    address = server.address.replace("//", "//demo:demo@") + "/entries?q=demo"
    with tempfile.TemporaryDirectory() as profile:
        subprocess.run(
            ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--password-store=basic",
             "--hide-scrollbars", f"--user-data-dir={profile}", f"--screenshot={pictures}/page.png",
             "--window-size=1100,800", address],
            check=True, capture_output=True, timeout=60)
    step("a real browser shows it", os.path.getsize(f"{pictures}/page.png") > 10_000)


def others(build, pictures, *arguments):
    with Server(build) as server:
        with open_window(build, server, "--download", "replace", *arguments) as desk:
            desk.says("150 people downloaded")
            edit(desk, OTHER)
            step("another's record has no Upload in the widget tree", not desk.look("push button", "Upload…"))
            bodies = {netid: server.ask(f"/entries/{netid}")[0] for netid in ("tq51", "demo")}
            step("a PUT of another's record by hand is refused", answer(server, "tq51", bodies["tq51"]) == 403)
            step("so is one's own body at another's path", answer(server, "tq51", bodies["demo"]) == 403)
            step("and another's body at one's own path", answer(server, "demo", bodies["tq51"]) == 403)
            desk.keys("Escape")
            delete_and_undo(desk)
            half_typed(desk)
        with open_window(build, server, *arguments, sandbox=desk.sandbox) as desk:
            desk.click("Continue Editing", desk.window("Continue Where You Stopped?"))
            until(lambda: desk.text("From") == "Durh", "what was typed")
            step("killed with a half-typed form, it offers what was typed")
            desk.fill("From", "Durham")
            save(desk, OTHER)
            step("Ctrl+Q ends the program", desk.stop() == 0)
        with open_window(build, server, *arguments, sandbox=desk.sandbox) as desk:
            find_person(desk, OTHER)
            desk.find("label", "Durham")
            step("and opens again with it saved", not desk.has_window("Continue Where You Stopped?"))


def answer(server, netid, body):
    """The status of a PUT."""
    try:
        server.ask(f"/entries/{netid}", "PUT", body)
        return 200
    except urllib.error.HTTPError as error:
        return error.code


def delete_and_undo(desk):
    desk.keys("ctrl+f", "ctrl+a")
    desk.type("quillfeather")
    until(lambda: len(desk.rows()) == 2, "two people")
    for way in ("the button", "Ctrl+Z"):
        desk.keys("Down", "Down")
        until(lambda: desk.is_selected(OTHER), "the row selected")
        desk.keys("Delete")
        desk.says(f"{OTHER} deleted")
        until(lambda: len(desk.rows()) == 1, "one person less")
        step("Delete takes somebody out of the list")
        if way == "the button":
            desk.click("Undo")
        else:
            desk.keys("ctrl+z")
        desk.says("Undone")
        until(lambda: len(desk.rows()) == 2, "everybody back")
        step(f"Undo by {way} brings them back")


def half_typed(desk):
    edit(desk, OTHER)
    desk.fill("From", "Durh")
    store = sqlite3.connect(f"file:{desk.sandbox}/directory.sqlite?mode=ro", uri=True)
    until(lambda: store.execute("SELECT 1 FROM setting WHERE value LIKE '%Durh%'").fetchone(), "the draft on the disk")
    desk.kill()


def versions(build, pictures, *arguments):
    with Server(build) as server:
        with open_window(build, server, "--download", "replace", *arguments) as desk:
            desk.says("150 people downloaded")
            conflict(desk, server, pictures)
            preview(desk, server, pictures)
            step("Ctrl+Q ends the program", desk.stop() == 0)
        set_aside(build, server, desk.sandbox, pictures, *arguments)


def conflict(desk, server, pictures):
    entry = dict(server.entry("demo"), movie="Western", team="Elsewhere")
    server.ask("/entries/demo", "PUT", json.dumps(entry).encode())
    edit(desk, OWN)
    desk.fill("Movie", "Musical")
    desk.click("Upload…")
    desk.click("Upload", desk.window("Check Before Publishing"))
    both = desk.window("Two Versions")
    desk.find("radio button", "Movie, Mine: Musical", both)
    desk.find("radio button", "Movie, The Server’s: Western", both)
    step("a version changed elsewhere is shown beside one's own")
    desk.find("label", "Changed only on the server, and taken: Team.", both)
    step("what only the server changed is not asked for", not desk.look("radio button", "^Team", both, exact=False))
    desk.portrait("Two Versions", f"{pictures}/conflict.png")
    desk.click("Publish What Is Picked", both)
    desk.says("Your published record is the one you have here now.")
    now = server.entry("demo")
    step("what was picked is published", (now["movie"], now["team"]) == ("Musical", "Elsewhere"))


def preview(desk, server, pictures):
    edit(desk, OTHER)
    desk.fill("From", "Durham")
    save(desk, OTHER)
    desk.keys("ctrl+n")
    desk.says("New Person")
    desk.fill("First Name", "Rosalind")
    desk.fill("Last Name", "Ferngarden")
    desk.fill("DUID", "1234567")
    desk.keys("ctrl+s")
    desk.says("Rosalind Ferngarden added")
    download(desk)
    window = desk.window("What the Download Changes")
    desk.find("label", "1 changed, 1 removed", window)
    desk.portrait("What the Download Changes", f"{pictures}/preview.png")
    step("a download that would lose something shows it first")
    desk.press("check box", "Removed Rosalind Ferngarden", window)
    desk.find("label", "1 changed", window)
    desk.click("Apply", window)
    desk.is_gone("What the Download Changes")
    find_person(desk, "Rosalind Ferngarden")
    find_person(desk, OTHER)
    step("only what stayed ticked is taken over", not desk.look("label", "Durham"))


def set_aside(build, server, sandbox, pictures, *arguments):
    elements = [
        {"DUID": 7654321, "netid": "cm88", "fName": "Clementine", "lName": "Marrow"},
        {"DUID": "none yet", "netid": "pb19", "fName": "Percival", "lName": "Brook"},
        ["Orla", "Whin", "ow20@duke.edu"],
    ]
    file = f"{sandbox}/bad.json"
    with open(file, "w", encoding="utf-8") as out:
        json.dump(elements, out)
    subprocess.run([f"{build}/dukedir", "import", file, "--sandbox", sandbox], capture_output=True)
    with open_window(build, server, *arguments, sandbox=sandbox) as desk:
        desk.keys("F10")
        desk.find("menu item", "Set Aside…").queryAction().doAction(0)
        page = desk.window("Set Aside")
        step("what was set aside is listed", desk.find("push button", "Try Again", page))
        desk.portrait("Set Aside", f"{pictures}/set-aside.png")
        mended = {"DUID": 1239876, "netid": "ow20", "fName": "Orla", "lName": "Whin"}
        desk.write("What arrived", json.dumps(mended))
        desk.click("Try Again", page)
        desk.find("label", "Orla Whin added", page)
        desk.click("Forget", page)
        desk.find("push button", "Close", page)
        desk.keys("Escape")
        desk.is_gone("Set Aside")
        find_person(desk, "Orla Whin")
        step("what is mended there is taken in")
        step("Ctrl+Q ends the program", desk.stop() == 0)


run(own_record, others, versions)
