"""Visits of all six: the sidebar, a narrow window, the keyboard alone."""

from desk import Server, first, step, until
from shown import Shown, TITLES, WINDOW, completed, go, is_open, names, open_window, tree

MENU_ITEMS = ("menu item", "check menu item", "radio menu item")


def sidebar(build, pictures, *arguments):
    with open_window(build, *arguments) as desk:
        collections = desk.find("list", "Collections")
        named = ["People, 1", "Contacts", "To-Dos", "Tours", "Players", "Courses"]
        until(lambda: names(collections) == named, f"the sidebar {named}, not {names(collections)}")
        step("the sidebar has six collections, without counts of what is not there or was not looked at")
        step("and the groups of the open one", names(desk.find("list", "Groups")) == ["Without a Picture, 1"])
        for title in reversed(TITLES):
            def index():
                return next(row for row in collections if row and row.name.startswith(title))

            desk.move_mouse(*desk.area(index())[:2])
            desk.click_at_pointer()
            until(lambda: is_open(desk, title), f"{title} open")
            until(lambda: index().has("selected"), f"{title} marked")
        step("a click opens each of them")
        for title in [*TITLES[::2], *TITLES[1::2]]:
            go(desk, title)
        step("so do Ctrl+1 to Ctrl+6")
        go(desk, "Players")
        step("Ctrl+Q ends the program", desk.stop() == 0)
    with open_window(build, *arguments, sandbox=desk.sandbox) as desk:
        until(lambda: is_open(desk, "Players"), "Players open")
        step("the next start opens the last one again")


def keyboard(build, pictures, *arguments):
    with Server(build) as server, open_window(build, *arguments, server=server) as desk:
        def no_pointer(*position):
            raise AssertionError("the pointer was used")
        desk.move_mouse = desk.click_at_pointer = no_pointer
        shown = go(desk, "Contacts")
        desk.keys("Return")  # Add… in the place of the empty list
        typed = {"First Name": "Wilhelmina", "Last Name": "Larkspur", "Street": "12 Elm Street", "Apartment": "4B",
                 "City": "Durham"}
        for name, text in typed.items():
            until(lambda: shown.has_focus("text", name), f"the keyboard in {name}")
            desk.type(text)
            desk.keys("Return")
        until(lambda: shown.has_focus("push button", "State"), "the keyboard on the drop-down")
        desk.keys("space")
        states = shown.find("combo box", "State")
        until(lambda: desk.look("list", "GtkListView", states), "the list of states")
        desk.type("north c")
        desk.keys("Return")
        until(lambda: states.description == "North Carolina", "the state")
        until(lambda: shown.has_focus("push button", "State"), "the keyboard back on the drop-down")
        desk.keys("Tab")
        for name, text in {"ZIP Code": "27701", "Phone": "9195550142", "Email": "wl@duke.example"}.items():
            until(lambda: shown.has_focus("text", name), f"the keyboard in {name}")
            desk.type(text)
            desk.keys("Tab")
        until(lambda: shown.has_focus("check box", "Emergency contact"), "the keyboard on the switch")
        desk.keys("space", "Return")
        shown.has("Wilhelmina Larkspur, (919) 555-0142, 12 Elm Street 4B, Durham, NC 27701, Emergency contact")
        step("a contact is added without a pointer")
        shown = go(desk, "To-Dos")
        desk.keys("ctrl+n")
        until(lambda: shown.has_focus("text", "Task"), "the keyboard in Task")
        desk.type("Water the ferns")
        desk.keys("Return")
        until(lambda: shown.has_focus("text", "User"), "the keyboard in User")
        desk.keys("Return")
        shown.has("Water the ferns")
        until(lambda: shown.is_focused("Water"), "the keyboard on the new row")
        desk.keys("space")
        until(lambda: completed(server) == ["Water the ferns"], "it completed on the server")
        step("a to-do is added and completed without a pointer")
        step("Ctrl+Q ends the program", desk.stop() == 0)


def narrow(build, pictures, *arguments):
    with open_window(build, *arguments, "--size", "360x700") as desk:
        desk.click("Back")  # from the first page
        until(lambda: not desk.look("push button", "Back"), "the list")
        for title in TITLES[1:] + TITLES[:1]:
            choose_collection(desk, title)
        desk.find("label", "Welcome")
        desk.click("Back")
        until(lambda: not desk.look("push button", "Back"), "the list")
        step("the button in the header lists the six and opens each")
        choose_collection(desk, "Contacts")
        shown = Shown(desk, "Contacts")
        desk.press("push button", "Add")
        until(lambda: shown.has_focus("text", "First Name"), "the keyboard in the first field")
        desk.find("label", "New Contact")
        desk.portrait(WINDOW, f"{pictures}/narrow-form.png")
        desk.type("Barnaby")
        desk.keys("Tab")
        desk.type("Appleyard")
        shown.press("push button", "Save")
        desk.shows("Barnaby Appleyard added")
        step("a form is filled and saved", shown.rows() == ["Barnaby Appleyard"])
        desk.portrait(WINDOW, f"{pictures}/narrow-detail.png")
        step("and the detail has its name in the header", desk.look("push button", "Back"))
        desk.click("Back")
        until(lambda: not desk.look("push button", "Back"), "the list")
        step("Back leads to the list")
        desk.portrait(WINDOW, f"{pictures}/narrow-list.png")
        shown.click("Barnaby")
        until(lambda: desk.look("push button", "Back"), "the detail")
        desk.keys("Escape")
        until(lambda: not desk.look("push button", "Back"), "the list")
        step("a click opens the detail, Esc goes back")
        step("Ctrl+Q ends the program", desk.stop() == 0)


def choose_collection(desk, title):
    """Chooses a collection from the menu behind the open one's title."""
    before = first(lambda: (other for other in TITLES if is_open(desk, other)), "an open collection")
    desk.press("push button", before)
    offered = until(lambda: [node for node in tree(desk.window(WINDOW)) if node.role in MENU_ITEMS
                             and node.name in TITLES], "the menu of collections")
    assert [item.name for item in offered[:6]] == TITLES, [item.name for item in offered]
    offered[TITLES.index(title)].perform()
    until(lambda: is_open(desk, title), f"{title} open")
