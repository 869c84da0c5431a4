"""A visit of Contacts: what drops down, and the switch."""

from desk import step, until
from shown import WINDOW, go, is_checked, names, open_window

def contacts(build, pictures, *arguments):
    with open_window(build, *arguments) as desk:
        shown = go(desk, "Contacts")
        desk.press("push button", "Add")
        until(lambda: shown.has_focus("text", "First Name"), "the keyboard in the first field")
        step("Save cannot be used while nothing is given", not shown.can("Save"))
        choices(desk, shown)
        desk.portrait(WINDOW, f"{pictures}/contact-form.png")
        desk.leave_form("Discard")
        step("Ctrl+Q ends the program", desk.stop() == 0)


def choices(desk, shown):
    shown.press("combo box", "State")
    state = shown.find("combo box", "State")
    text = until(lambda: desk.look("list", "GtkListView", state), "the list of states")
    labels = names(text)
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
