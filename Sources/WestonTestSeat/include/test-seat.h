#ifndef WAYLAND_TOUCH_TEST_SEAT_H
#define WAYLAND_TOUCH_TEST_SEAT_H

struct weston_compositor;

/* The entry point, which weston calls when it loads the module. Returns 0 on success. */
int wet_module_init(struct weston_compositor *compositor, int *argc, char *argv[]);

#endif
