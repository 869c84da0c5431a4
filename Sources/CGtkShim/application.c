#include "CGtkShim.h"

/* A GtkApplication that can export objects before it owns its name on the bus, so that a call that activated the
 * program is answered. */
typedef struct { GtkApplication parent; } GtkKitApplication;
typedef struct { GtkApplicationClass parent; } GtkKitApplicationClass;

G_DEFINE_TYPE(GtkKitApplication, gtkkit_application, GTK_TYPE_APPLICATION)

static gboolean dbus_register(GApplication *application, GDBusConnection *connection, const char *path,
                              GError **error) {
    if (!G_APPLICATION_CLASS(gtkkit_application_parent_class)->dbus_register(application, connection, path, error))
        return FALSE;
    g_signal_emit_by_name(application, "gtkkit-register", connection, path);
    return TRUE;
}

/* GtkApplication loads the theme here. */
static void startup(GApplication *application) {
    g_signal_emit_by_name(application, "gtkkit-start");
    G_APPLICATION_CLASS(gtkkit_application_parent_class)->startup(application);
}

static void gtkkit_application_class_init(GtkKitApplicationClass *class) {
    G_APPLICATION_CLASS(class)->dbus_register = dbus_register;
    G_APPLICATION_CLASS(class)->startup = startup;
    g_signal_new("gtkkit-start", G_TYPE_FROM_CLASS(class), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
    g_signal_new("gtkkit-register", G_TYPE_FROM_CLASS(class), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2,
                 G_TYPE_DBUS_CONNECTION, G_TYPE_STRING);
}

static void gtkkit_application_init(GtkKitApplication *self) { (void)self; }

GtkApplication *gtkkit_application_new(const char *id, GApplicationFlags flags) {
    return g_object_new(gtkkit_application_get_type(), "application-id", id, "flags", flags, NULL);
}
