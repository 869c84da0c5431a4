"""The first minute: a fresh sandbox, and a class in the window by keys alone, by pointing and typing, and by one click
for the sample class. The acts are counted.

Usage: welcome.py BUILD-FOLDER [SCREENSHOT-FOLDER]
"""

from desk import Desk, Server, Tap, run, step, until
from shown import TITLES, go


def newcomer(build):
    """A window on a fresh sandbox, which knows of no server."""
    return Desk(build, password=None, still=True)


def by_keys(build, pictures):
    with Server(build) as server, newcomer(build) as desk:
        desk.find("label", "Welcome")
        desk.picture(f"{pictures}/welcome.png")
        until(lambda: desk.has_focus("text", "Server"), "the keyboard in Server")
        step("the keyboard is in the first entry")
        acts = 0
        for text in (server.address, "demo", "demo"):
            desk.keys("ctrl+a")
            desk.type(text)
            desk.keys("Return" if acts == 4 else "Tab")
            acts += 2
        desk.says("150 people downloaded")
        step("the class is here after six acts", acts == 6 and until(lambda: len(desk.rows()) > 5, "the class"))
        step("the first page is gone", not desk.look("label", "Welcome"))
        step("Ctrl+Q ends the program", desk.stop() == 0)


def by_pointer(build, pictures):
    with Server(build) as server, newcomer(build) as desk:
        for name, text in (("Server", server.address), ("NetID", "demo"), ("Password", "wrong")):
            desk.write(name, text)
        desk.click("Download Class")
        desk.find("label", "^Wrong NetID or password", exact=False)
        step("a wrong password is said on the page, which stays")
        desk.write("Password", "demo")
        desk.click("Download Class")
        desk.says("150 people downloaded")
        step("the right one goes on", until(lambda: len(desk.rows()) > 5, "the class"))
        step("Ctrl+Q ends the program", desk.stop() == 0)


def stopped(build, pictures):
    """A server that does not answer: the check is stopped, and what was typed stays."""
    with Server(build) as server, newcomer(build) as desk:
        tap = Tap(server)
        tap.allow(0)
        for name, text in (("Server", tap.address), ("NetID", "demo"), ("Password", "demo")):
            desk.write(name, text)
        desk.click("Download Class")
        desk.find("progress bar", "Download")
        desk.picture(f"{pictures}/connecting.png")
        desk.click("Cancel Download")
        until(lambda: desk.look("push button", "Download Class").has("sensitive"), "the button")
        step("Cancel stops the check of the server", desk.text("NetID") == "demo")
        desk.click("Download Class")
        desk.find("progress bar", "Download")
        desk.keys("Escape")
        until(lambda: desk.look("push button", "Download Class").has("sensitive"), "the button")
        step("and so does Esc, and the page stays", desk.text("NetID") == "demo")
        tap.allow(1 << 60)
        desk.click("Download Class")
        desk.says("150 people downloaded")
        step("and the next attempt goes on")
        step("Ctrl+Q ends the program", desk.stop() == 0)


def restarted(build, pictures):
    """A password that was not remembered is asked for, and called wrong only once a wrong one was typed."""
    with Server(build) as server:
        with newcomer(build) as desk:
            sandbox = desk.sandbox
            for name, text in (("Server", server.address), ("NetID", "demo"), ("Password", "demo")):
                desk.write(name, text)
            desk.click("Download Class")
            desk.says("150 people downloaded")
            desk.stop()
        with Desk(build, password=None, sandbox=sandbox, still=True) as desk:
            desk.keys("ctrl+d")
            desk.find("push button", "Download and Update", desk.window("Download People"))
            desk.keys("Return")
            asked = desk.window("Preferences")
            desk.find("label", "Enter your password to download.", asked)
            step("the password is asked for", not desk.look("label", "Wrong", asked, exact=False))
            until(lambda: desk.has_focus("password text", "Password", asked), "the keyboard in Password")
            desk.centre("Preferences")
            desk.picture(f"{pictures}/password.png")
            desk.type("wrong")
            desk.keys("Return")
            desk.find("label", "^Wrong NetID or password", asked, exact=False)
            desk.write("Password", "demo")
            desk.click("Sign In", asked)
            desk.says("Already up to date")
            step("and the download goes on")
            step("Ctrl+Q ends the program", desk.stop() == 0)


def sample(build, pictures):
    with newcomer(build) as desk:
        desk.click("Try a Sample Class")
        until(lambda: len(desk.rows()) > 5, "the sample class")
        desk.picture(f"{pictures}/sample.png")
        step("one click fills the window")
        for title in TITLES:
            shown = go(desk, title)
            until(lambda: len(shown.rows()) > 4, title)
        step("every collection has something to see")
        step("Ctrl+Q ends the program", desk.stop() == 0)


run(by_keys, by_pointer, stopped, restarted, sample)
