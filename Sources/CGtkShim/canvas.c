#include "CGtkShim.h"

/* A widget whose drawing is a callback. */
typedef struct {
    GtkWidget parent;
    GtkKitDraw draw;
    gpointer data;
    GDestroyNotify destroy;
} GtkKitCanvas;
typedef struct {
    GtkWidgetClass parent;
} GtkKitCanvasClass;
static GType gtkkit_canvas_get_type(void);
G_DEFINE_TYPE(GtkKitCanvas, gtkkit_canvas, GTK_TYPE_WIDGET)

static void gtkkit_canvas_snapshot(GtkWidget *widget, GtkSnapshot *snapshot)
{
    GtkKitCanvas *canvas = (GtkKitCanvas *)widget;
    if (canvas->draw != NULL)
        canvas->draw(widget, snapshot, canvas->data);
}

static void gtkkit_canvas_finalize(GObject *object)
{
    GtkKitCanvas *canvas = (GtkKitCanvas *)object;
    if (canvas->destroy != NULL)
        canvas->destroy(canvas->data);
    G_OBJECT_CLASS(gtkkit_canvas_parent_class)->finalize(object);
}

static void gtkkit_canvas_class_init(GtkKitCanvasClass *class)
{
    G_OBJECT_CLASS(class)->finalize = gtkkit_canvas_finalize;
    GTK_WIDGET_CLASS(class)->snapshot = gtkkit_canvas_snapshot;
    gtk_widget_class_set_css_name(GTK_WIDGET_CLASS(class), "canvas");
    gtk_widget_class_set_accessible_role(GTK_WIDGET_CLASS(class), GTK_ACCESSIBLE_ROLE_IMG);
}

static void gtkkit_canvas_init(GtkKitCanvas *canvas) { canvas->draw = NULL; }

GtkWidget *gtkkit_canvas_new(GtkKitDraw draw, gpointer data, GDestroyNotify destroy)
{
    GtkKitCanvas *canvas = g_object_new(gtkkit_canvas_get_type(), NULL);
    canvas->draw = draw;
    canvas->data = data;
    canvas->destroy = destroy;
    return GTK_WIDGET(canvas);
}
