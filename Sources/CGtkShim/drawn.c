#include "CGtkShim.h"

/* A box with a draw function. */
typedef struct {
    GtkBox parent;
    GtkKitDraw draw;
    gpointer data;
    GDestroyNotify free;
} GtkKitDrawn;
typedef struct {
    GtkBoxClass parent;
} GtkKitDrawnClass;
static GType gtkkit_drawn_get_type(void);
G_DEFINE_TYPE(GtkKitDrawn, gtkkit_drawn, GTK_TYPE_BOX)

static void gtkkit_drawn_snapshot(GtkWidget *widget, GtkSnapshot *snapshot)
{
    GtkKitDrawn *drawn = (GtkKitDrawn *)widget;
    if (drawn->draw != NULL)
        drawn->draw(widget, snapshot, drawn->data);
    else
        gtkkit_drawn_children(widget, snapshot);
}

/* A GtkBox is never reached by Tab, only its children. */
static gboolean gtkkit_drawn_focus(GtkWidget *widget, GtkDirectionType direction)
{
    if (gtk_widget_get_focusable(widget))
        return !gtk_widget_is_focus(widget) && gtk_widget_grab_focus(widget);
    return GTK_WIDGET_CLASS(gtkkit_drawn_parent_class)->focus(widget, direction);
}

static void gtkkit_drawn_finalize(GObject *object)
{
    GtkKitDrawn *drawn = (GtkKitDrawn *)object;
    if (drawn->free != NULL)
        drawn->free(drawn->data);
    G_OBJECT_CLASS(gtkkit_drawn_parent_class)->finalize(object);
}

static void gtkkit_drawn_class_init(GtkKitDrawnClass *class)
{
    GTK_WIDGET_CLASS(class)->snapshot = gtkkit_drawn_snapshot;
    GTK_WIDGET_CLASS(class)->focus = gtkkit_drawn_focus;
    G_OBJECT_CLASS(class)->finalize = gtkkit_drawn_finalize;
}

static void gtkkit_drawn_init(GtkKitDrawn *drawn) {}

GtkWidget *gtkkit_drawn_new(GtkAccessibleRole role, GtkKitDraw draw, gpointer data, GDestroyNotify free)
{
    GtkKitDrawn *drawn = g_object_new(gtkkit_drawn_get_type(), "accessible-role", role, NULL);
    drawn->draw = draw;
    drawn->data = data;
    drawn->free = free;
    return GTK_WIDGET(drawn);
}

void gtkkit_drawn_children(GtkWidget *widget, GtkSnapshot *snapshot)
{
    GTK_WIDGET_CLASS(gtkkit_drawn_parent_class)->snapshot(widget, snapshot);
}
