#include "CGtkShim.h"

/* A row id. The table of its model has a weak reference, which the finalizer removes. */
typedef struct {
    GObject parent;
    guint64 id;
    GHashTable *table;
} GtkKitRowItem;
typedef struct {
    GObjectClass parent;
} GtkKitRowItemClass;
static GType gtkkit_row_item_get_type(void);
G_DEFINE_TYPE(GtkKitRowItem, gtkkit_row_item, G_TYPE_OBJECT)

static void gtkkit_row_item_finalize(GObject *object)
{
    GtkKitRowItem *item = (GtkKitRowItem *)object;
    if (item->table != NULL) {
        g_hash_table_remove(item->table, &item->id);
        g_hash_table_unref(item->table);
    }
    G_OBJECT_CLASS(gtkkit_row_item_parent_class)->finalize(object);
}

static void gtkkit_row_item_class_init(GtkKitRowItemClass *class)
{
    G_OBJECT_CLASS(class)->finalize = gtkkit_row_item_finalize;
}

static void gtkkit_row_item_init(GtkKitRowItem *item) { item->table = NULL; }

guint64 gtkkit_row_item_id(gpointer item) { return ((GtkKitRowItem *)item)->id; }

typedef struct {
    GObject parent;
    guint64 *ids;
    guint count;
    GHashTable *items; /* id -> item, not owned */
} GtkKitRowModel;
typedef struct {
    GObjectClass parent;
} GtkKitRowModelClass;
static GType gtkkit_row_model_get_type(void);

static GType row_model_item_type(GListModel *model) { return gtkkit_row_item_get_type(); }

static guint row_model_n_items(GListModel *model) { return ((GtkKitRowModel *)model)->count; }

static gpointer row_model_item(GListModel *list, guint position)
{
    GtkKitRowModel *model = (GtkKitRowModel *)list;
    if (position >= model->count)
        return NULL;
    GtkKitRowItem *item = g_hash_table_lookup(model->items, &model->ids[position]);
    if (item != NULL)
        return g_object_ref(item);
    item = g_object_new(gtkkit_row_item_get_type(), NULL);
    item->id = model->ids[position];
    item->table = g_hash_table_ref(model->items);
    g_hash_table_insert(model->items, &item->id, item);
    return item;
}

static void row_model_interface(GListModelInterface *interface)
{
    interface->get_item_type = row_model_item_type;
    interface->get_n_items = row_model_n_items;
    interface->get_item = row_model_item;
}

G_DEFINE_TYPE_WITH_CODE(GtkKitRowModel, gtkkit_row_model, G_TYPE_OBJECT,
                        G_IMPLEMENT_INTERFACE(G_TYPE_LIST_MODEL, row_model_interface))

static void gtkkit_row_model_finalize(GObject *object)
{
    GtkKitRowModel *model = (GtkKitRowModel *)object;
    g_free(model->ids);
    g_hash_table_unref(model->items);
    G_OBJECT_CLASS(gtkkit_row_model_parent_class)->finalize(object);
}

static void gtkkit_row_model_class_init(GtkKitRowModelClass *class)
{
    G_OBJECT_CLASS(class)->finalize = gtkkit_row_model_finalize;
}

static void gtkkit_row_model_init(GtkKitRowModel *model)
{
    model->items = g_hash_table_new(g_int64_hash, g_int64_equal);
}

gpointer gtkkit_row_model_new(void) { return g_object_new(gtkkit_row_model_get_type(), NULL); }

/* Notifies of the smallest range that differs, without the common prefix and suffix. */
gboolean gtkkit_row_model_replace(gpointer pointer, const guint64 *ids, guint count)
{
    GtkKitRowModel *model = pointer;
    guint old_count = model->count, shorter = MIN(old_count, count), start = 0, end = 0;
    while (start < shorter && model->ids[start] == ids[start])
        start++;
    while (end < shorter - start && model->ids[old_count - 1 - end] == ids[count - 1 - end])
        end++;
    if (start == old_count && old_count == count)
        return FALSE;
    guint64 *copy = count > 0 ? g_malloc_n(count, sizeof(guint64)) : NULL;
    for (guint index = 0; index < count; index++)
        copy[index] = ids[index];
    g_free(model->ids);
    model->ids = copy;
    model->count = count;
    g_list_model_items_changed(G_LIST_MODEL(model), start, old_count - start - end, count - start - end);
    return TRUE;
}

/* Creates a new item for the id when lists ask for it again. */
void gtkkit_row_model_renew(gpointer pointer, guint64 id)
{
    GtkKitRowModel *model = pointer;
    GtkKitRowItem *item = g_hash_table_lookup(model->items, &id);
    if (item == NULL)
        return;
    g_hash_table_remove(model->items, &id);
    g_hash_table_unref(item->table);
    item->table = NULL;
}

guint gtkkit_row_model_count(gpointer model) { return ((GtkKitRowModel *)model)->count; }

guint64 gtkkit_row_model_id(gpointer model, guint position) { return ((GtkKitRowModel *)model)->ids[position]; }

guint gtkkit_row_model_position(gpointer pointer, guint64 id)
{
    GtkKitRowModel *model = pointer;
    for (guint position = 0; position < model->count; position++)
        if (model->ids[position] == id)
            return position;
    return GTK_INVALID_LIST_POSITION;
}
