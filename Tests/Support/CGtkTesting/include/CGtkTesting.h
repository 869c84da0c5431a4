#pragma once
/* What tests do to widgets and ask of them, and what Swift cannot import of that. */
#include <gtk/gtk.h>

/* Emits a signal of one text. */
void gtktest_emit_text(gpointer object, const char *signal, const char *text);
/* Emits "key-pressed" of a key controller; true where a handler used the key up. */
gboolean gtktest_emit_key(gpointer keys, guint value, GdkModifierType modifiers);
/* Emits "drop" with a boxed value; true where it was taken. */
gboolean gtktest_emit_drop(gpointer target, GType type, gpointer boxed);
/* Emits "prepare" of a drag source; what is returned is to be given back. */
gpointer gtktest_emit_prepare(gpointer source);

/* Whether assistive programs are told so. */
gboolean gtktest_accessible_has(gpointer widget, GtkAccessibleProperty property, const char *text);
gboolean gtktest_accessible_is_checked(gpointer widget);
