#include "CGtkShim.h"
#include <sys/eventfd.h>

extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *message);

int gtkkit_main_queue_descriptor(void) { return _dispatch_get_main_queue_handle_4CF(); }

/* Without the read the descriptor would stay readable and the main loop would spin. */
void gtkkit_main_queue_drain(int descriptor)
{
    eventfd_t value = 0;
    eventfd_read(descriptor, &value);
    _dispatch_main_queue_callback_4CF(NULL);
}

gboolean gtkkit_is_a(gpointer object, const char *type_name)
{
    GType type = g_type_from_name(type_name);
    return type != 0 && g_type_is_a(G_OBJECT_TYPE(object), type);
}

const char *gtkkit_type_name(gpointer object) { return G_OBJECT_TYPE_NAME(object); }

GtkWidget *gtkkit_new_with_role(GType type, GtkAccessibleRole role)
{
    return g_object_new(type, "accessible-role", role, NULL);
}

void gtkkit_accessible_label(gpointer widget, const char *label)
{
    gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

void gtkkit_accessible_description(gpointer widget, const char *description)
{
    gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description, -1);
}

void gtkkit_accessible_invalid(gpointer widget, gboolean invalid)
{
    gtk_accessible_update_state(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_STATE_INVALID,
                                invalid ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE, -1);
}

void gtkkit_accessible_selected(gpointer widget, gboolean selected)
{
    gtk_accessible_update_state(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_STATE_SELECTED, selected, -1);
}

void gtkkit_accessible_checked(gpointer widget, gboolean checked)
{
    gtk_accessible_update_state(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_STATE_CHECKED,
                                checked ? GTK_ACCESSIBLE_TRISTATE_TRUE : GTK_ACCESSIBLE_TRISTATE_FALSE, -1);
}

void gtkkit_accessible_expanded(gpointer widget, gboolean expanded)
{
    gtk_accessible_update_state(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_STATE_EXPANDED, expanded, -1);
}

void gtkkit_accessible_busy(gpointer widget, gboolean busy)
{
    gtk_accessible_update_state(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_STATE_BUSY, busy, -1);
}

void gtkkit_accessible_hidden(gpointer widget, gboolean hidden)
{
    gtk_accessible_update_state(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_STATE_HIDDEN, hidden, -1);
}

void gtkkit_accessible_named_by(gpointer widget, gpointer other)
{
    gtk_accessible_update_relation(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_RELATION_LABELLED_BY, other, NULL, -1);
}

gpointer gtkkit_text_store_new(void) { return gtk_list_store_new(1, G_TYPE_STRING); }

void gtkkit_text_store_append(gpointer store, const char *text)
{
    GtkTreeIter row;
    gtk_list_store_insert_with_values(store, &row, -1, 0, text, -1);
}

void gtkkit_emit(gpointer object, const char *signal) { g_signal_emit_by_name(object, signal); }

GVariant *gtkkit_variant_tuple(GVariant *value) { return g_variant_new_tuple(&value, 1); }

/* Swift frees its copy of the text after the call. */
const GVariantType *gtkkit_variant_type(const char *type) { return G_VARIANT_TYPE(g_intern_string(type)); }
