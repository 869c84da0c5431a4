/* Prints how long a GTK program worked for each of its frames, in milliseconds, a line each, into the file
   BENCH_FRAMES. Compiled and loaded with LD_PRELOAD by Scripts/bench/window.py, so that the program is measured as it
   is handed out.

   The work for a frame begins where the main loop wakes up, or where the frame before was painted, and ends where the
   frame has been painted: what the events did, the layout and the drawing. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <gtk/gtk.h>
#include <stdio.h>

/* Microseconds; a shorter wait for events is not one. */
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

int g_application_run(GApplication *application, int count, char **words) {
    int (*run)(GApplication *, int, char **) = (int (*)(GApplication *, int, char **))dlsym(RTLD_NEXT, __func__);
    const char *path = g_getenv("BENCH_FRAMES");
    file = path ? fopen(path, "w") : NULL;
    if (file) {
        g_type_class_ref(GDK_TYPE_FRAME_CLOCK);
        g_signal_add_emission_hook(g_signal_lookup("after-paint", GDK_TYPE_FRAME_CLOCK), 0, painted, NULL, NULL);
        g_main_context_set_poll_func(NULL, wait_for_events);
        began = g_get_monotonic_time();
    }
    return run(application, count, words);
}
