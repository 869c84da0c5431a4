/* Writes the milliseconds of work of a GTK program for each frame, one line each, to the file BENCH_FRAMES.
   Scripts/bench/window.py compiles it and loads it with LD_PRELOAD, so that the released program is measured.

   The work for a frame begins where the main loop wakes up, or where the previous frame was painted, and ends when the
   frame is painted: events, layout, and drawing. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <gtk/gtk.h>
#include <stdio.h>

/* Microseconds; a shorter wait for events does not end the work of a frame. */
enum { WAIT = 200 };

static FILE *file;
static gint64 began;

static gint wait_for_events(GPollFD *files, guint count, gint timeout) {
    gint64 before = g_get_monotonic_time();
    gint ready = g_poll(files, count, timeout);
    gint64 now = g_get_monotonic_time();
    if (now - before > WAIT) began = now;
    return ready;
}

static gboolean painted(GSignalInvocationHint *hint, guint count, const GValue *values, gpointer data) {
    (void)hint, (void)count, (void)values, (void)data;
    gint64 now = g_get_monotonic_time();
    fprintf(file, "%.2f\n", (now - began) / 1e3);
    fflush(file);
    began = now;
    return TRUE;
}

int g_application_run(GApplication *application, int count, char **arguments) {
    int (*run)(GApplication *, int, char **) = (int (*)(GApplication *, int, char **))dlsym(RTLD_NEXT, __func__);
    const char *path = g_getenv("BENCH_FRAMES");
    file = path ? fopen(path, "w") : NULL;
    if (file) {
        g_type_class_ref(GDK_TYPE_FRAME_CLOCK);
        g_signal_add_emission_hook(g_signal_lookup("after-paint", GDK_TYPE_FRAME_CLOCK), 0, painted, NULL, NULL);
        g_main_context_set_poll_func(NULL, wait_for_events);
        began = g_get_monotonic_time();
    }
    return run(application, count, arguments);
}
