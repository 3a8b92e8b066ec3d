#ifndef WAYLAND_TOUCH_TEST_SEAT_H
#define WAYLAND_TOUCH_TEST_SEAT_H

struct weston_compositor;

/* What weston calls when it loads the module; 0 is success. */
int wet_module_init(struct weston_compositor *compositor, int *argc, char *argv[]);

#endif
