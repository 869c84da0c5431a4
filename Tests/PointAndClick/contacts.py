"""A visit of Contacts: the rule of each field, Enter, Esc, sections, the filter, delete and undo."""

from desk import step, until
from shown import WINDOW, go, is_checked, names, open_window

RULES = [
    ("First Name", "A", "Use at least 2 characters.", "Al"),
    ("Last Name", "O", "Use at least 2 characters.", "Ox"),
    ("Street", "4B", "Use at least 3 characters.", "4 B"),
    ("Apartment", "#", "Use at least one letter or digit.", "4-B"),
    ("City", "R2D", "Use letters, spaces, and . - ' # / , & ( ) + _ only.", "St. Louis"),
    ("ZIP Code", "2770", "Use exactly 5 digits.", "27701"),
    ("Phone", "919555", "Use at least 7 digits.", "9195550"),
    ("Email", "ox.duke", "Enter an email address.", "ox@duke"),
]


def contacts(build, pictures, *arguments):
    with open_window(build, *arguments) as desk:
        shown = go(desk, "Contacts")
        rules(desk, shown)
        choices(desk, shown)
        desk.portrait(WINDOW, f"{pictures}/contact-form.png")
        leaving(desk, shown)
        enter_saves(desk, shown)
        kept(desk, shown, pictures)
        step("Ctrl+Q ends the program", desk.stop() == 0)


def rules(desk, shown):
    desk.press("push button", "Add")
    until(lambda: shown.has_focus("text", "First Name"), "the keyboard in the first field")
    step("Save cannot be used while nothing is given", not shown.can("Save"))
    for name, outside, sentence, inside in RULES:
        shown.fill(name, outside)
        until(lambda: not shown.can("Save"), f"Save insensitive with {name} {outside}")
        step(f"{name} “{outside}” is not said to be wrong while it is typed", not shown.look("label", sentence))
        desk.keys("Tab")
        note = shown.find("label", sentence)
        desk.show(note)
        until(lambda: is_yellow(desk, note), f"the row of {name} yellow")
        shown.fill(name, inside)
        until(lambda: shown.can("Save"), f"Save sensitive with {name} {inside}")
        step(f"{name}: “{outside}” keeps Save from saving and is said yellow, “{inside}” does not")


def is_yellow(desk, note):
    x, y, width, _ = desk.place(note)
    red, _, blue = desk.color(x + width // 2 - 2, y)
    return red > blue + 25


def choices(desk, shown):
    shown.press("combo box", "State")
    state = shown.find("combo box", "State")
    words = until(lambda: desk.look("list", "GtkListView", state), "the list of states")
    labels = names(words)
    step("the drop-down shows -- and 51 full names", labels[0] == "--" and len(labels) == 52 and "Missouri" in labels)
    desk.keys("Escape")
    until(lambda: not desk.look("list", "GtkListView", state), "the list of states closing")
    shown.press("text", "City")
    desk.keys("Tab", "space")
    until(lambda: desk.look("list", "GtkListView", state), "the list of states")
    desk.type("missouri")
    until(lambda: names(desk.find("list", "GtkListView", state)) == ["Missouri"], "Missouri alone")
    desk.keys("Return")
    shown.find("label", "MO")
    step("typing finds a state, and the button says MO", state.description == "Missouri")
    shown.press("check box", "Emergency contact")
    until(lambda: is_checked(shown.find("check box", "Emergency contact")), "the switch on")
    step("the switch goes on")


def leaving(desk, shown):
    desk.leave_form("Keep Editing")
    step("Esc asks, and Keep Editing keeps everything", shown.text("ZIP Code") == "27701")
    desk.leave_form("Discard")
    step("Discard leaves nothing", shown.rows() == [])


def enter_saves(desk, shown):
    desk.keys("ctrl+n")
    until(lambda: shown.has_focus("text", "First Name"), "the keyboard in the first field")
    order = ["First Name", "Last Name", "Street", "Apartment", "City"]
    for name, text in zip(order, ["Wilhelmina", "Larkspur", "12 Elm Street", "4B", "Durham"]):
        until(lambda: shown.has_focus("text", name), f"the keyboard in {name}")
        desk.type(text)
        desk.keys("Return")
    until(lambda: shown.has_focus("push button", "State"), "the keyboard on the drop-down")
    desk.keys("space")
    until(lambda: desk.look("list", "GtkListView", shown.find("combo box", "State")), "the list of states")
    desk.type("north c")
    desk.keys("Return")
    shown.find("label", "NC")
    until(lambda: shown.has_focus("push button", "State"), "the keyboard back on the drop-down")
    desk.keys("Return")
    for name, text in zip(["ZIP Code", "Phone", "Email"], ["27701", "919 555-0142", "wilhelmina@duke.example"]):
        until(lambda: shown.has_focus("text", name), f"the keyboard in {name}")
        desk.type(text)
        desk.keys("Return")
    step("what people write between digits goes", shown.text("Phone") == "9195550142")
    until(lambda: shown.has_focus("check box", "Emergency contact"), "the keyboard on the switch")
    desk.keys("space", "Return")
    desk.says("Wilhelmina Larkspur added")
    shown.has("Wilhelmina Larkspur, (919) 555-0142, 12 Elm Street 4B, Durham, NC 27701, Emergency contact")
    step("Enter goes on from field to field and saves in the last", shown.headers() == [])
    shown.find("label", "12 Elm Street 4B, Durham, NC 27701")
    step("the detail shows the postal abbreviation", shown.find("label", "Emergency contact"))


def kept(desk, shown, pictures):
    add_contact(desk, shown, "Barnaby", "Appleyard")
    shown.has("Barnaby Appleyard", "Wilhelmina Larkspur")
    step("a new contact stands in its place at once")
    shown.query("Emergency Contacts")
    shown.has("Wilhelmina Larkspur")
    step("the Emergency filter shows only who is one")
    shown.query("All")
    shown.has("Barnaby Appleyard", "Wilhelmina Larkspur")
    shown.click("Barnaby Appleyard")
    until(lambda: shown.is_selected("Barnaby"), "Barnaby selected")
    desk.keys("F2")
    shown.says("Edit Contact")
    shown.fill("Last Name", "Zimmer")
    desk.keys("ctrl+s")
    desk.says("Barnaby Zimmer saved")
    shown.has("Wilhelmina Larkspur", "Barnaby Zimmer")
    step("an edited contact moves to its place")
    desk.portrait(WINDOW, f"{pictures}/contacts.png")
    shown.click("Barnaby Zimmer")
    desk.keys("Delete")
    desk.says("Barnaby Zimmer deleted")
    shown.has("Wilhelmina Larkspur")
    desk.keys("ctrl+z")
    desk.says("Undone: Deleting Barnaby Zimmer")
    shown.has("Wilhelmina Larkspur", "Barnaby Zimmer")
    step("Delete deletes, Ctrl+Z brings back")
    desk.keys("ctrl+z")
    shown.has("Barnaby Appleyard", "Wilhelmina Larkspur")
    step("Ctrl+Z again undoes the edit before it")


def add_contact(desk, shown, first, last):
    desk.keys("ctrl+n")
    until(lambda: shown.has_focus("text", "First Name"), "the keyboard in the first field")
    desk.type(first)
    desk.keys("Return")
    until(lambda: shown.has_focus("text", "Last Name"), "the keyboard in the second field")
    desk.type(last)
    desk.keys("ctrl+s")
    desk.says(f"{first} {last} added")
