"""The people's form: opening it for somebody, filling it, saving it."""

from desk import Desk, until

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
    desk.find("label", name)


def edit(desk, name):
    find_person(desk, name)
    desk.keys("F2")
    desk.shows("Edit Person")


def save(desk, name):
    desk.keys("ctrl+s")
    desk.shows(f"{name} saved")


def show_top(desk):
    """Scrolls to the first thing of the form: its title, or the picture where the header says the title."""
    form = desk.scrolled(desk.find("text", "First Name"))
    desk.show(desk.find("push button", "Choose a Picture File…", form).parent.parent[0])


def is_marked(desk):
    return desk.look("label", "Edited here, not uploaded yet") is not None
