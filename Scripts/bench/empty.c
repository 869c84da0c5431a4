/* An empty GTK window, the reference for the start-up time and the memory of ours.

   Usage: empty, compiled by Scripts/bench/common.py. Prints "first frame ms N" once its first frame is painted, as
   `duke-directory --measure` does: N milliseconds after DUKE_DIRECTORY_STARTED, in seconds since 1970. It runs until
   it is killed. */
#include <gtk/gtk.h>
#include <stdio.h>

static void painted(GdkFrameClock *clock, gpointer data) {
    const char *started = g_getenv("DUKE_DIRECTORY_STARTED");
    if (started) printf("first frame ms %.0f\n", g_get_real_time() / 1e3 - g_ascii_strtod(started, NULL) * 1e3);
    fflush(stdout);
    g_signal_handlers_disconnect_by_func(clock, painted, data);
}

static void activated(GtkApplication *application) {
    GtkWidget *window = gtk_application_window_new(application);
    gtk_window_set_default_size(GTK_WINDOW(window), 1100, 760);
    gtk_window_set_child(GTK_WINDOW(window), gtk_entry_new());
    gtk_window_present(GTK_WINDOW(window));
    g_signal_connect(gtk_widget_get_frame_clock(window), "after-paint", G_CALLBACK(painted), NULL);
}

int main(int count, char **arguments) {
    GtkApplication *application = gtk_application_new("edu.duke.Empty", G_APPLICATION_NON_UNIQUE);
    g_signal_connect(application, "activate", G_CALLBACK(activated), NULL);
    return g_application_run(G_APPLICATION(application), count, arguments);
}
