#pragma once
/* What Swift cannot import: macros, variadic functions, subclasses, and the main dispatch queue. */
#include <cairo-pdf.h>
#include <gtk/gtk.h>

/* The file descriptor of the main dispatch queue, and a function that runs pending blocks. */
int gtkkit_main_queue_descriptor(void);
void gtkkit_main_queue_drain(int descriptor);

/* Emits a signal without parameters. */
void gtkkit_emit(gpointer object, const char *signal);

/* Type macros. */
static const GType GTKKIT_BOOLEAN = G_TYPE_BOOLEAN, GTKKIT_INT = G_TYPE_INT, GTKKIT_UINT = G_TYPE_UINT,
                   GTKKIT_INT64 = G_TYPE_INT64, GTKKIT_ENUM = G_TYPE_ENUM, GTKKIT_FLAGS = G_TYPE_FLAGS,
                   GTKKIT_FLOAT = G_TYPE_FLOAT, GTKKIT_DOUBLE = G_TYPE_DOUBLE, GTKKIT_STRING = G_TYPE_STRING,
                   GTKKIT_OBJECT = G_TYPE_OBJECT;
gboolean gtkkit_is_a(gpointer object, const char *type_name);
const char *gtkkit_type_name(gpointer object);
GtkWidget *gtkkit_new_with_role(GType type, GtkAccessibleRole role);

/* Accessible properties. */
void gtkkit_accessible_label(gpointer widget, const char *label);
void gtkkit_accessible_description(gpointer widget, const char *description);
void gtkkit_accessible_invalid(gpointer widget, gboolean invalid);
void gtkkit_accessible_selected(gpointer widget, gboolean selected);
void gtkkit_accessible_checked(gpointer widget, gboolean checked);
void gtkkit_accessible_expanded(gpointer widget, gboolean expanded);
void gtkkit_accessible_busy(gpointer widget, gboolean busy);
void gtkkit_accessible_hidden(gpointer widget, gboolean hidden);
/* Sets the LABELLED_BY relation. */
void gtkkit_accessible_named_by(gpointer widget, gpointer other);

/* A GtkListStore with a string column. */
gpointer gtkkit_text_store_new(void);
void gtkkit_text_store_append(gpointer store, const char *text);

/* A list model of 64-bit row ids. It returns the same item for the same id while that is referenced. */
gpointer gtkkit_row_model_new(void);
/* Returns false if the rows are the same. */
gboolean gtkkit_row_model_replace(gpointer model, const guint64 *ids, guint count);
void gtkkit_row_model_renew(gpointer model, guint64 id);
guint gtkkit_row_model_count(gpointer model);
guint64 gtkkit_row_model_id(gpointer model, guint position);
guint gtkkit_row_model_position(gpointer model, guint64 id);
guint64 gtkkit_row_item_id(gpointer item);

/* A box with a draw function, which can draw the children. */
typedef void (*GtkKitDraw)(GtkWidget *widget, GtkSnapshot *snapshot, gpointer data);
GtkWidget *gtkkit_drawn_new(GtkAccessibleRole role, GtkKitDraw draw, gpointer data, GDestroyNotify free);
void gtkkit_drawn_children(GtkWidget *widget, GtkSnapshot *snapshot);

/* An application that emits "gtkkit-register" (GDBusConnection *, const char *path) before it takes its name on the bus,
 * and "gtkkit-start" in the first process, before GTK loads the theme. */
GtkApplication *gtkkit_application_new(const char *id, GApplicationFlags flags);

/* A tuple with one value, and the type of a type string. */
GVariant *gtkkit_variant_tuple(GVariant *value);
const GVariantType *gtkkit_variant_type(const char *type);

/* Limits the freed memory that the process keeps: threads share this many arenas, and freed buffers of at least this
   size in bytes are returned to the system. */
void gtkkit_limit_freed(int arenas, int size);
/* Returns all freed memory to the system. */
void gtkkit_give_back_freed(void);
