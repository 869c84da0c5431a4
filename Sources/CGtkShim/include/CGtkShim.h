#pragma once
/* What Swift cannot import from GTK: macros, variadic functions, struct layouts, and the dispatch pair. */
#include <gtk/gtk.h>

/* The main dispatch queue as a file descriptor, and the function that runs what is queued in it. */
int gtkkit_main_queue_descriptor(void);
void gtkkit_main_queue_drain(int descriptor);

/* Emits a signal that has no parameters. */
void gtkkit_emit(gpointer object, const char *signal);

/* Type macros. */
static const GType GTKKIT_BOOLEAN = G_TYPE_BOOLEAN, GTKKIT_INT = G_TYPE_INT, GTKKIT_UINT = G_TYPE_UINT,
                   GTKKIT_INT64 = G_TYPE_INT64, GTKKIT_ENUM = G_TYPE_ENUM, GTKKIT_FLAGS = G_TYPE_FLAGS,
                   GTKKIT_FLOAT = G_TYPE_FLOAT, GTKKIT_DOUBLE = G_TYPE_DOUBLE, GTKKIT_STRING = G_TYPE_STRING,
                   GTKKIT_OBJECT = G_TYPE_OBJECT;
gboolean gtkkit_is_a(gpointer object, const char *type_name);
const char *gtkkit_type_name(gpointer object);
gpointer gtkkit_new_with_role(GType type, GtkAccessibleRole role);

/* Accessible properties. */
void gtkkit_accessible_label(gpointer widget, const char *label);
void gtkkit_accessible_description(gpointer widget, const char *description);
void gtkkit_accessible_invalid(gpointer widget, gboolean invalid);
void gtkkit_accessible_selected(gpointer widget, gboolean selected);
void gtkkit_accessible_checked(gpointer widget, gboolean checked);
void gtkkit_accessible_hidden(gpointer widget, gboolean hidden);
/* Gives a widget the accessible name of another one. */
void gtkkit_accessible_named_by(gpointer widget, gpointer other);

/* A GtkListStore of one column of text (its constructor is variadic). */
gpointer gtkkit_text_store_new(void);
void gtkkit_text_store_append(gpointer store, const char *text);

/* A list model of 64-bit row ids. It hands out the same object for the same id as long as anyone holds that object. */
gpointer gtkkit_row_model_new(void);
/* False where the model had these rows before. */
gboolean gtkkit_row_model_replace(gpointer model, const guint64 *ids, guint count);
void gtkkit_row_model_renew(gpointer model, guint64 id);
guint gtkkit_row_model_count(gpointer model);
guint64 gtkkit_row_model_id(gpointer model, guint position);
guint gtkkit_row_model_position(gpointer model, guint64 id);
guint64 gtkkit_row_item_id(gpointer item);

/* A box that a function draws, which may draw the box's children or not. */
typedef void (*GtkKitDraw)(GtkWidget *widget, GtkSnapshot *snapshot, gpointer data);
GtkWidget *gtkkit_drawn_new(GtkAccessibleRole role, GtkKitDraw draw, gpointer data, GDestroyNotify free);
void gtkkit_drawn_children(GtkWidget *widget, GtkSnapshot *snapshot);

/* An application that emits "gtkkit-register" (GDBusConnection *, const char *path) before it takes its name on the bus. */
GtkApplication *gtkkit_application_new(const char *id, GApplicationFlags flags);

/* A tuple of one value, and the type a text describes. */
GVariant *gtkkit_variant_tuple(GVariant *value);
const GVariantType *gtkkit_variant_type(const char *type);

/* Buffers of this size in bytes and more go back to the system when they are freed. */
void gtkkit_give_back_buffers(int size);
