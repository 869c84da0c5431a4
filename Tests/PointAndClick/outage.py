"""Uses a window while the PostgreSQL database of the class server is stopped and started.

Usage: outage.py BUILD-FOLDER [SCREENSHOT-FOLDER [WINDOW-OPTION…]]
"""

import urllib.error

from collection_pane import open_window
from driver import Postgres, Server, run, step, until


def outage(build, _screenshots, *arguments):
    with Server(build, "--database", Postgres.connection_string("outage")) as server, open_window(
            build, "--download", "replace", "--show-own", *arguments, server=server) as app:
        app.shows("150 people downloaded")
        app.find("label", "Demo Quillfeather")
        app.keys("F2")
        app.fill("Movie", "Western")
        Postgres.send("stop")
        publish(app)
        check = app.window("Check Before Publishing")
        wait_for_error(app, check)
        app.click("Not Now", check)
        app.wait_until_closed("Check Before Publishing")
        until(lambda: app.text("Movie") == "Western", "the form again")
        app.keys("Escape")
        app.press("push button", "Details")
        app.find("label", "Western")
        step("an upload without the database fails, and the change is preserved", app.shows("Edited here, not"))
        app.keys("ctrl+d")
        app.click("Download and Update", app.window("Download People"))
        wait_for_error(app)
        step("a download fails, and the list is unchanged", len(app.rows()) == 150)
        Postgres.send("start")
        after_restart(app, server)
        step("Ctrl+Q ends the program", app.stop() == 0)


def wait_for_error(app, inside=None):
    app.find("label", r"is busy\. Try again", inside, exact=False)


def publish(app):
    app.click("Upload…")
    app.click("Upload", app.window("Check Before Publishing"))


def is_healthy(server):
    try:
        return server.request("/health")
    except urllib.error.HTTPError:
        return False


def after_restart(app, server):
    until(lambda: is_healthy(server), "a healthy server")
    app.keys("F2")
    step("the form still has the change", app.text("Movie") == "Western")
    publish(app)
    app.shows("Your record is published.")
    step("the change is published", server.entry("demo")["movie"] == "Western")


run(outage)
