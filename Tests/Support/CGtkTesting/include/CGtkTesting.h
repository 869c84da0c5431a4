#pragma once
/* Actions and queries of tests on widgets that Swift cannot import from GTK. */
#include <gtk/gtk.h>

/* Emits a signal of one text. */
void gtktest_emit_text(gpointer object, const char *signal, const char *text);
/* Emits "key-pressed" of a key controller; true where a handler used the key up. */
gboolean gtktest_emit_key(gpointer keys, guint value, GdkModifierType modifiers);
/* Emits "drop" with a boxed value; true where it was accepted. */
gboolean gtktest_emit_drop(gpointer target, GType type, gpointer boxed);
/* Emits "prepare" of a drag source; the caller must release the result. */
gpointer gtktest_emit_prepare(gpointer source);

/* Whether the accessible property or state is set so. */
gboolean gtktest_accessible_has(gpointer widget, GtkAccessibleProperty property, const char *text);
gboolean gtktest_accessible_is_checked(gpointer widget);
gboolean gtktest_accessible_is_expanded(gpointer widget);
gboolean gtktest_accessible_is_busy(gpointer widget);
