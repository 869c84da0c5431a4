/* Types into a window as a user does, and prints the time until a region of the window stops changing.

   Usage: keys PID X Y WIDTH HEIGHT, the region in the window of that process; compiled by Scripts/bench/window.py.
   Each line of the standard input is a command, and each is answered by one line:
     shown        waits until the region is drawn                            "ok"
     still MS     waits until the region has not changed for MS milliseconds  "ok"
     press KEY…   presses the keys together, and waits until it is still     "ok"
     wheel X Y N  turns the wheel at X Y by N notches, 60 a second          "ok"
     drag X Y Y2  drags from X Y to X Y2 in two seconds                     "ok"
     type TEXT    types ASCII letters, digits and spaces one by one; for each: milliseconds from the key to the last
                  change of the region, "-" if it did not change                    "52.1 48.0 - 51.3"
     first TEXT   the same with the timeout of a start

   It waits for XDamage events, so that it does not slow the program, and compares the region's pixels in shared
   memory. */
#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/extensions/XShm.h>
#include <X11/extensions/XTest.h>
#include <X11/extensions/Xdamage.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/shm.h>
#include <time.h>

enum { STILL = 300, LATEST = 3000, STARTED = 60000, FRAME = 16 };

static Display *display;
static Window window;
static int x, y, width, height;
static XShmSegmentInfo shared;
static XImage *image;
static char *before;
static int damaged;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

static void fail(const char *reason) {
    fprintf(stderr, "keys: %s\n", reason);
    exit(1);
}

/* A window may be destroyed between two requests. */
static int ignore(Display *on, XErrorEvent *error) {
    (void)on, (void)error;
    return 0;
}

static unsigned long process_of(Window candidate) {
    Atom type;
    int format;
    unsigned long count = 0, rest, pid = 0;
    unsigned char *value = NULL;
    if (XGetWindowProperty(display, candidate, XInternAtom(display, "_NET_WM_PID", False), 0, 1, False, XA_CARDINAL,
                           &type, &format, &count, &rest, &value) == Success && value) {
        if (count == 1) pid = *(unsigned long *)value;
        XFree(value);
    }
    return pid;
}

/* The visible window of the process that contains the region, or None. */
static Window find(unsigned long pid) {
    Window root, parent, *all = NULL, found = None;
    unsigned count = 0;
    XQueryTree(display, DefaultRootWindow(display), &root, &parent, &all, &count);
    for (unsigned i = 0; i < count; i++) {
        XWindowAttributes is;
        if (process_of(all[i]) == pid && XGetWindowAttributes(display, all[i], &is) && is.map_state == IsViewable &&
            is.width >= x + width && is.height >= y + height)
            found = all[i];
    }
    if (all) XFree(all);
    return found;
}

static void attach(void) {
    XWindowAttributes is;
    XGetWindowAttributes(display, window, &is);
    image = XShmCreateImage(display, is.visual, is.depth, ZPixmap, NULL, &shared, width, height);
    if (!image) fail("the region cannot be grabbed");
    size_t size = (size_t)image->bytes_per_line * height;
    shared.shmid = shmget(IPC_PRIVATE, size, IPC_CREAT | 0600);
    shared.shmaddr = image->data = shmat(shared.shmid, NULL, 0);
    XShmAttach(display, &shared);
    XSync(display, False);
    shmctl(shared.shmid, IPC_RMID, NULL);
    before = calloc(1, size);
    int errors;
    if (!XDamageQueryExtension(display, &damaged, &errors)) fail("the display has no DAMAGE");
    XDamageCreate(display, window, XDamageReportNonEmpty);
}

/* True if the region's pixels differ from those of the last call. */
static int changed(void) {
    size_t size = (size_t)image->bytes_per_line * height;
    if (!XShmGetImage(display, window, image, x, y, AllPlanes)) return 0;
    if (!memcmp(before, image->data, size)) return 0;
    memcpy(before, image->data, size);
    return 1;
}

/* True if a part of the window was redrawn before the deadline. */
static int drawn(double deadline) {
    for (;;) {
        while (XPending(display)) {
            XEvent event;
            XNextEvent(display, &event);
            if (event.type != damaged + XDamageNotify) continue;
            XDamageSubtract(display, ((XDamageNotifyEvent *)&event)->damage, None, None);
            return 1;
        }
        double rest = deadline - now();
        if (rest <= 0) return 0;
        struct pollfd wait = {ConnectionNumber(display), POLLIN, 0};
        poll(&wait, 1, (int)rest + 1);
    }
}

/* Waits for the first change, and then until the region has been still. Returns the time of the last change, or -1. */
static double last_change(double timeout, double still) {
    double last = -1, deadline = now() + timeout;
    while (drawn(deadline))
        if (changed()) {
            last = now();
            deadline = last + still;
        }
    return last;
}

static void wait_until_still(double still) { last_change(still, still); }

/* True if the region has more than one color. */
static int is_drawn(void) {
    changed();
    const unsigned *pixels = (const unsigned *)before;
    size_t count = (size_t)image->bytes_per_line / 4 * height;
    for (size_t i = 1; i < count; i++)
        if (pixels[i] != pixels[0]) return 1;
    return 0;
}

static void key(KeySym symbol, int down) {
    KeyCode code = XKeysymToKeycode(display, symbol);
    if (!code) fail("a key is not on the keyboard");
    XTestFakeKeyEvent(display, code, down, CurrentTime);
}

static void press(char *names) {
    KeySym symbols[4];
    int count = 0;
    for (char *name = strtok(names, " "); name && count < 4; name = strtok(NULL, " "))
        symbols[count++] = XStringToKeysym(name);
    for (int i = 0; i < count; i++) key(symbols[i], True);
    for (int i = count; i-- > 0;) key(symbols[i], False);
    XFlush(display);
}

static void type(const char *text, double timeout) {
    for (; *text; text++) {
        KeySym symbol = *text == ' ' ? XK_space : (KeySym)*text;
        changed(); /* Ignores earlier changes. */
        double pressed = now();
        key(symbol, True);
        key(symbol, False);
        XFlush(display);
        double last = last_change(timeout, STILL);
        if (last < 0) printf("- ");
        else printf("%.2f ", last - pressed);
    }
}

/* Moves the pointer to a position in the window. */
static void point(int left, int top) {
    Window child;
    XTranslateCoordinates(display, window, DefaultRootWindow(display), left, top, &left, &top, &child);
    XTestFakeMotionEvent(display, -1, left, top, CurrentTime);
    XFlush(display);
}

static void button(unsigned number, int down) {
    XTestFakeButtonEvent(display, number, down, CurrentTime);
    XFlush(display);
}

static void wheel(const char *arguments) {
    int left = 0, top = 0, notches = 0;
    sscanf(arguments, "%d %d %d", &left, &top, &notches);
    point(left, top);
    while (notches-- > 0) {
        button(5, True);
        button(5, False);
        poll(NULL, 0, FRAME);
    }
}

static void drag(const char *arguments) {
    int left = 0, top = 0, bottom = 0, steps = 2000 / FRAME;
    sscanf(arguments, "%d %d %d", &left, &top, &bottom);
    point(left, top);
    wait_until_still(STILL); /* An overlay scroll bar appears under the pointer. */
    point(left + 1, top); /* GTK picks the bar instead of the row only after a motion. */
    wait_until_still(STILL);
    button(1, True);
    for (int step = 1; step <= steps; step++) {
        point(left, top + (bottom - top) * step / steps);
        poll(NULL, 0, FRAME);
    }
    button(1, False);
}

static void execute(char *line) {
    line[strcspn(line, "\n")] = 0;
    if (!strcmp(line, "shown")) {
        for (double end = now() + STARTED; !is_drawn() && now() < end;) drawn(now() + STILL);
    } else if (!strncmp(line, "still ", 6)) wait_until_still(atoi(line + 6));
    else if (!strncmp(line, "press ", 6)) press(line + 6), wait_until_still(STILL);
    else if (!strncmp(line, "wheel ", 6)) wheel(line + 6), wait_until_still(STILL);
    else if (!strncmp(line, "drag ", 5)) drag(line + 5), wait_until_still(STILL);
    else if (!strncmp(line, "type ", 5)) return type(line + 5, LATEST), (void)puts("");
    else if (!strncmp(line, "first ", 6)) return type(line + 6, STARTED), (void)puts("");
    else fail(line);
    puts("ok");
}

int main(int count, char **arguments) {
    if (count != 6) fail("usage: keys PID X Y WIDTH HEIGHT");
    x = atoi(arguments[2]), y = atoi(arguments[3]), width = atoi(arguments[4]), height = atoi(arguments[5]);
    if (!(display = XOpenDisplay(NULL))) fail("a display is needed");
    XSetErrorHandler(ignore);
    for (double end = now() + STARTED; !(window = find(strtoul(arguments[1], NULL, 10)));) {
        if (now() > end) fail("the window did not appear");
        poll(NULL, 0, 2);
    }
    attach();
    /* There is no window manager that would do this. */
    XSetInputFocus(display, window, RevertToPointerRoot, CurrentTime);
    XSync(display, False);
    char line[256];
    while (fgets(line, sizeof line, stdin)) {
        execute(line);
        fflush(stdout);
    }
    return 0;
}
