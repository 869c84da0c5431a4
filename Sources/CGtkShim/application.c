#include "CGtkShim.h"

/* A GtkApplication that exports objects on the bus before it takes the program's name: a caller that started the
 * program by calling one of them gets an answer. */
typedef struct { GtkApplication parent; } GtkKitApplication;
typedef struct { GtkApplicationClass parent; } GtkKitApplicationClass;
typedef struct { GtkKitRegister function; gpointer data; GDestroyNotify free; } Registration;

G_DEFINE_TYPE(GtkKitApplication, gtkkit_application, GTK_TYPE_APPLICATION)

static void registration_free(gpointer data) {
    Registration *registration = data;
    if (registration->free) registration->free(registration->data);
    g_free(registration);
}

static gboolean dbus_register(GApplication *application, GDBusConnection *connection, const char *path,
                              GError **error) {
    if (!G_APPLICATION_CLASS(gtkkit_application_parent_class)->dbus_register(application, connection, path, error))
        return FALSE;
    Registration *registration = g_object_get_data(G_OBJECT(application), "gtkkit-register");
    if (registration) registration->function(connection, path, registration->data);
    return TRUE;
}

static void gtkkit_application_class_init(GtkKitApplicationClass *class) {
    G_APPLICATION_CLASS(class)->dbus_register = dbus_register;
}

static void gtkkit_application_init(GtkKitApplication *self) { (void)self; }

GtkApplication *gtkkit_application_new(const char *id, GApplicationFlags flags) {
    return g_object_new(gtkkit_application_get_type(), "application-id", id, "flags", flags, NULL);
}

void gtkkit_application_on_register(gpointer application, GtkKitRegister function, gpointer data, GDestroyNotify free) {
    Registration *registration = g_new(Registration, 1);
    *registration = (Registration){function, data, free};
    g_object_set_data_full(G_OBJECT(application), "gtkkit-register", registration, registration_free);
}
