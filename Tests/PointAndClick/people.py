"""Signs in, downloads the class, cancels and undoes downloads, finds a person, and copies the email.

Usage: people.py BUILD-FOLDER [SCREENSHOT-FOLDER]
"""

from driver import App, Server, ThrottledProxy, run, step, until


def download(app, answer, screenshots):
    app.click("Download")
    dialog = app.window("Download People")
    app.center("Download People")
    app.display_screenshot(f"{screenshots}/dialog.png")
    labels = sorted(node.name for node in dialog.subtree() if node.role == "push button")
    step("the dialog has three buttons", labels == ["Cancel", "Download and Replace", "Download and Update"])
    app.click(answer, dialog)


def first_download(build, screenshots):
    with Server(build) as server:
        proxy = ThrottledProxy(server)
        with App(build, "--server", proxy.address, "--netid", "demo", password=None) as app:
            download(app, "Download and Replace", screenshots)
            app.find("label", "Enter your password to download.")
            step("a 401 response asks for the password, without Preferences", not app.has_window("Preferences"))
            app.write("Password", "demo")
            proxy.allow(350_000)  # of about 950 kB
            app.click("Download Class")
            step("the download starts after the sign-in")
            bar = app.find("progress bar", "Download")
            until(lambda: 0.25 < bar.value() < 0.5, "the bar at a third")
            app.display_screenshot(f"{screenshots}/progress.png")
            step("the list can be used during the download", len(app.rows()) == 1)
            proxy.allow(300_000)
            until(lambda: 0.55 < bar.value() < 0.9, "the bar at two thirds")
            step("the bar follows the received bytes")
            app.click("Cancel Download")
            app.find("label", "^The download was canceled", exact=False)
            step("Cancel stops it, and the list is unchanged", len(app.rows()) == 1)
            proxy.allow(1 << 60)
            download(app, "Download and Replace", screenshots)
            app.find("label", "^150 people downloaded", exact=False)
            step("the list has the class", until(lambda: len(app.rows()) > 100, "the class"))
            app.keys("ctrl+z")
            app.find("label", "^Undone: Download and Replace", exact=False)
            until(lambda: len(app.rows()) == 1, "the earlier list")
            step("Ctrl+Z undoes it, with the focus in the empty search entry")
            download(app, "Download and Replace", screenshots)
            until(lambda: len(app.rows()) > 100, "everyone")

            app.keys("ctrl+f")
            app.type("quillfeather")
            until(lambda: len(app.rows()) >= 1 and app.rows()[0].startswith("Demo Quillfeather"), "the person")
            step("typing a name finds the person")
            app.hover_row("Demo Quillfeather")
            app.find("label", "Select a Person")
            step("hovering over a row does not open it")
            app.click_row("Demo Quillfeather")
            app.find("push button", "Details")
            step("a click opens the person")
            app.click("Copy Email")
            until(lambda: app.clipboard() == "demo@duke.example", "the email on the clipboard")
            step("Copy Email copies the email")
            step("Ctrl+Q ends the program", app.stop() == 0)


run(first_download)
