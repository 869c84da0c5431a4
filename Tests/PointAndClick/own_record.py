"""A visit of one's own record: add, mend, picture, upload, and a look at what others see."""

import os
import subprocess
import tempfile

from desk import Server, step, until
from forms import OWN, WINDOW, download, edit, find_person, is_marked, open_window, show_top


def own_record(build, pictures, *arguments):
    with Server(build) as server:
        with open_window(build, server, *arguments, password=None) as desk:
            download(desk)
            desk.find("label", "Enter your password to download.")
            desk.write("Password", "demo")
            desk.click("Download Class")
            desk.shows("150 people downloaded")
            step("signed in and downloaded")
            add_form(desk, pictures)
            mend_email(desk, pictures)
            change_picture(desk, pictures)
            upload(desk, server, pictures)
            look_in_browser(server, pictures)
            step("Ctrl+Q ends the program", desk.stop() == 0)
        with open_window(build, server, *arguments, sandbox=desk.sandbox) as desk:
            find_person(desk, "Demonia Quillfeather")
            desk.find("label", "demo@duke.edu", exact=False)
            step("after closing and opening everything is there", not is_marked(desk))
            step("Ctrl+Q ends the program", desk.stop() == 0)


def add_form(desk, pictures):
    desk.keys("ctrl+n")
    desk.shows("New Person")
    step("a new person has no Upload", not desk.look("push button", "Upload…"))
    desk.fill("First Name", "Rosalind")
    desk.fill("Last Name", "Ferngarden")
    desk.fill("NetID", "rf12")
    desk.keys("Tab")
    until(lambda: desk.text("Email") == "rf12@duke.edu", "the email")
    desk.shows("Filled in from NetID.")
    step("the email is completed from the NetID")
    desk.fill("Hobbies", "swimming, chess")
    desk.fill("First Name", "Rosalind")
    show_top(desk)
    desk.portrait(WINDOW, f"{pictures}/add.png")
    desk.leave_form("Keep Editing")
    step("Esc asks, and Keep Editing keeps everything", desk.text("Last Name") == "Ferngarden")
    desk.leave_form("Discard")


def mend_email(desk, pictures):
    edit(desk, OWN)
    step("F2 opens one's own record, filled", desk.text("Last Name") == "Quillfeather")
    step("and offers Upload", desk.look("push button", "Upload…"))
    desk.fill("Movie", "")
    desk.fill("First Name", "  Demonia ")
    desk.fill("Email", "demo at duke")
    desk.keys("Tab")
    desk.shows("Extra spaces and invisible characters were removed.")
    step("a name is mended, and that is said", desk.text("First Name") == "Demonia")
    note = desk.shows("Enter an email address such as abc12@duke.edu.")
    step("the email says what is wrong with it")

    def is_yellow():
        x, y, width, _ = desk.area(note)
        red, _, blue = desk.color(x + width // 2 - 2, y)
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
    step("Save is refused, and the keyboard goes to the email", desk.look("label", "Edit Person"))
    desk.fill("Email", "DEMO ")
    desk.keys("Tab")
    until(lambda: desk.text("Email") == "demo@duke.edu", "the mended email")
    desk.shows("Changed from “DEMO ”.")
    step("“DEMO ” becomes demo@duke.edu, and that is said")


def change_picture(desk, pictures):
    drop(desk, made_picture())
    step("a picture file dropped on the form opens the crop")
    zoom = desk.find("slider", "Zoom")
    before = zoom.value()
    desk.find("push button", "Use Picture")
    desk.keys("plus", "plus", "plus", "Left", "Up")
    until(lambda: zoom.value() > before, "the zoom")
    step("+ and arrows crop it")
    desk.portrait("Picture", f"{pictures}/crop.png")
    desk.click("Use Picture")
    desk.is_gone("Picture")
    desk.portrait(WINDOW, f"{pictures}/dropped.png")
    step("Use Picture puts it into the form")


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
        x, y, width, _ = desk.area(desk.scrolled(desk.find("text", "First Name")))
        edge = (x - width // 2, y)
        before = desk.color(*edge)

        desk.move_mouse(1195, 115)
        subprocess.run(["xdotool", "mousedown", "1"], check=True)
        for part in range(1, 26):
            desk.move_mouse(1195 + (x - 1195) * part // 25, 115 + (y - 115) * part // 25)
        # The other program learns that the form takes the file only after the form shows it.
        until(lambda: desk.color(*edge) != before, "the form's edge that says drop it here")
        desk.move_mouse(x, y + 10)
        subprocess.run(["xdotool", "mouseup", "1"], check=True)
        desk.window("Picture")
    finally:
        source.kill()
        source.wait()


def upload(desk, server, pictures):
    before = server.ask("/entries/demo/picture")[0]
    desk.keys("ctrl+s")
    desk.shows("Demonia Quillfeather saved")
    until(lambda: is_marked(desk), "the mark")
    step("what is saved and not uploaded is marked")
    desk.keys("F2")
    desk.click("Upload…")
    check = desk.window("Check Before Publishing")
    desk.find("label", "^\u200eDemonia Quillfeather is a Student.*demo@duke.edu", check, exact=False)
    desk.find("label", "Check one thing", check)
    desk.portrait("Check Before Publishing", f"{pictures}/publish.png")
    step("the check shows what others will read")
    desk.click("Upload", check)
    desk.shows("Your record is published.")
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
