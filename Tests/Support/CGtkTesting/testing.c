#include "CGtkTesting.h"

void gtktest_emit_text(gpointer object, const char *signal, const char *text) {
    g_signal_emit_by_name(object, signal, text);
}

gboolean gtktest_emit_key(gpointer keys, guint value, GdkModifierType modifiers)
{
    gboolean is_used = FALSE;
    g_signal_emit_by_name(keys, "key-pressed", value, 0, modifiers, &is_used);
    return is_used;
}

gboolean gtktest_emit_drop(gpointer target, GType type, gpointer boxed) {
    GValue value = G_VALUE_INIT;
    gboolean taken = FALSE;
    g_value_init(&value, type);
    g_value_set_boxed(&value, boxed);
    g_signal_emit_by_name(target, "drop", &value, 1.0, 1.0, &taken);
    g_value_unset(&value);
    return taken;
}

gpointer gtktest_emit_prepare(gpointer source) {
    GdkContentProvider *provider = NULL;
    g_signal_emit_by_name(source, "prepare", 1.0, 1.0, &provider);
    return provider;
}

/* Frees what GTK's check returns: the difference, or NULL if there is none. */
static gboolean is_same(char *difference)
{
    gboolean is_same = difference == NULL;
    g_free(difference);
    return is_same;
}

gboolean gtktest_accessible_has(gpointer widget, GtkAccessibleProperty property, const char *text)
{
    return is_same(gtk_test_accessible_check_property(GTK_ACCESSIBLE(widget), property, text));
}

gboolean gtktest_accessible_is_checked(gpointer widget)
{
    return is_same(gtk_test_accessible_check_state(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_STATE_CHECKED,
                                                   GTK_ACCESSIBLE_TRISTATE_TRUE));
}

gboolean gtktest_accessible_is_busy(gpointer widget)
{
    return is_same(gtk_test_accessible_check_state(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_STATE_BUSY, TRUE));
}

gboolean gtktest_accessible_is_expanded(gpointer widget)
{
    return is_same(gtk_test_accessible_check_state(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_STATE_EXPANDED, TRUE));
}
