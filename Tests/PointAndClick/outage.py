"""A window in use while the class server loses its database, which is PostgreSQL, and has it again.

Usage: outage.py BUILD-FOLDER [SCREENSHOT-FOLDER [ARGUMENT-OF-THE-WINDOW…]]
"""

import urllib.error

from desk import Postgres, Server, run, step, until
from shown import open_window


def outage(build, _pictures, *arguments):
    with Server(build, "--database", Postgres.address("outage")) as server, open_window(
            build, "--download", "replace", "--show-own", *arguments, server=server) as desk:
        desk.shows("150 people downloaded")
        desk.find("label", "Demo Quillfeather")
        desk.keys("F2")
        desk.fill("Movie", "Western")
        Postgres.order("stop")
        publish(desk)
        check = desk.window("Check Before Publishing")
        reports(desk, check)
        desk.click("Not Now", check)
        desk.is_gone("Check Before Publishing")
        until(lambda: desk.text("Movie") == "Western", "the form again")
        desk.keys("Escape")
        desk.press("push button", "Details")
        desk.find("label", "Western")
        step("without its database, the server cannot publish, and the change is kept", desk.shows("Edited here, not"))
        desk.keys("ctrl+d")
        desk.click("Download and Update", desk.window("Download People"))
        reports(desk)
        step("a download says it, and the list stays", len(desk.rows()) == 150)
        Postgres.order("start")
        with_database(desk, server)
        step("Ctrl+Q ends the program", desk.stop() == 0)


def reports(desk, inside=None):
    desk.find("label", r"is busy\. Try again", inside, exact=False)


def publish(desk):
    desk.click("Upload…")
    desk.click("Upload", desk.window("Check Before Publishing"))


def is_healthy(server):
    try:
        return server.ask("/health")
    except urllib.error.HTTPError:
        return False


def with_database(desk, server):
    until(lambda: is_healthy(server), "a healthy server")
    desk.keys("F2")
    step("the change is still there", desk.text("Movie") == "Western")
    publish(desk)
    desk.shows("Your record is published.")
    step("and can be published", server.entry("demo")["movie"] == "Western")


run(outage)
