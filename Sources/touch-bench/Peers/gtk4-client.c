/* A client on GTK 4 that does what bare-client.c does. */

#include <gtk/gtk.h>

#include "taps.h"

static void draw(GtkDrawingArea *area, cairo_t *cairo, int width, int height, void *data)
{
    (void)area, (void)width, (void)height, (void)data;
    cairo_set_source_rgb(cairo, 1, 1, 1);
    cairo_paint(cairo);
    if (!draws_marker)
        return;
    cairo_set_source_rgb(cairo, 0x1f / 255.0, 0x6f / 255.0, 0xeb / 255.0);
    cairo_rectangle(cairo, marker_x - 20, marker_y - 20, 40, 40);
    cairo_fill(cairo);
}

static gboolean handle(GtkEventControllerLegacy *controller, GdkEvent *event, void *data)
{
    (void)data;
    double x = 0, y = 0;
    int64_t id = (int64_t)(intptr_t)gdk_event_get_event_sequence(event);
    uint64_t time = gdk_event_get_time(event);
    bool changed = false;
    gdk_event_get_position(event, &x, &y);
    switch (gdk_event_get_event_type(event)) {
    case GDK_TOUCH_BEGIN: changed = taps_down(id, x, y, time); break;
    case GDK_TOUCH_UPDATE: changed = taps_move(id, x, y); break;
    case GDK_TOUCH_END:
    case GDK_TOUCH_CANCEL: taps_up(id, time); break;
    default: return FALSE;
    }
    if (changed)
        gtk_widget_queue_draw(gtk_event_controller_get_widget(GTK_EVENT_CONTROLLER(controller)));
    return TRUE;
}

int main(void)
{
    taps_init();
    gtk_init();
    GtkWidget *window = gtk_window_new(), *area = gtk_drawing_area_new();
    gtk_drawing_area_set_draw_func(GTK_DRAWING_AREA(area), draw, NULL, NULL);
    GtkEventController *controller = gtk_event_controller_legacy_new();
    g_signal_connect(controller, "event", G_CALLBACK(handle), NULL);
    gtk_widget_add_controller(area, controller);
    gtk_window_set_child(GTK_WINDOW(window), area);
    gtk_window_set_title(GTK_WINDOW(window), "bench");
    gtk_window_set_default_size(GTK_WINDOW(window), 640, 480);
    gtk_window_fullscreen(GTK_WINDOW(window));
    gtk_window_present(GTK_WINDOW(window));
    while (g_list_model_get_n_items(gtk_window_get_toplevels()) > 0)
        g_main_context_iteration(NULL, TRUE);
}
