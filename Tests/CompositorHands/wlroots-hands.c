/*
 * Preloaded into a compositor that is linked against wlroots 0.15: gives its headless backend a touch screen and a
 * pointer, and lets whoever holds the other end of the socket HANDS_FD play them. See play.py for the lines.
 */
#define _GNU_SOURCE
#define WLR_USE_UNSTABLE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wayland-server-core.h>
#include <wlr/backend.h>
#include <wlr/backend/headless.h>
#include <wlr/backend/multi.h>
#include <wlr/types/wlr_input_device.h>
#include <wlr/types/wlr_output_layout.h>
#include <wlr/types/wlr_pointer.h>
#include <wlr/types/wlr_touch.h>
#include <wlr/util/box.h>

static struct wl_display *display;
static struct wlr_backend *headless;
static struct wlr_output_layout *layout;
static struct wlr_input_device *touch, *pointer;

/* Devices give places as shares of the whole layout. */
static void normalize(double *x, double *y)
{
    const struct wlr_box *box = layout ? wlr_output_layout_get_box(layout, NULL) : NULL;
    if (!box || box->width <= 0 || box->height <= 0)
        return;
    *x = (*x - box->x) / box->width;
    *y = (*y - box->y) / box->height;
}

static const char *obey(const char *line)
{
    unsigned time;
    int id, code, pressed;
    double x, y;

    if (sscanf(line, "%u touch down %d %lf %lf", &time, &id, &x, &y) == 4) {
        normalize(&x, &y);
        wl_signal_emit(&touch->touch->events.down, &(struct wlr_event_touch_down){touch, time, id, x, y});
    } else if (sscanf(line, "%u touch move %d %lf %lf", &time, &id, &x, &y) == 4) {
        normalize(&x, &y);
        wl_signal_emit(&touch->touch->events.motion, &(struct wlr_event_touch_motion){touch, time, id, x, y});
    } else if (sscanf(line, "%u touch up %d", &time, &id) == 2) {
        wl_signal_emit(&touch->touch->events.up, &(struct wlr_event_touch_up){touch, time, id});
    } else if (strstr(line, "touch frame")) {
        wl_signal_emit(&touch->touch->events.frame, NULL);
    } else if (sscanf(line, "%u pointer move %lf %lf", &time, &x, &y) == 3) {
        normalize(&x, &y);
        wl_signal_emit(&pointer->pointer->events.motion_absolute,
                       &(struct wlr_event_pointer_motion_absolute){pointer, time, x, y});
        wl_signal_emit(&pointer->pointer->events.frame, pointer->pointer);
    } else if (sscanf(line, "%u pointer button %d %d", &time, &code, &pressed) == 3) {
        wl_signal_emit(&pointer->pointer->events.button,
                       &(struct wlr_event_pointer_button){pointer, time, code,
                                                          pressed ? WLR_BUTTON_PRESSED : WLR_BUTTON_RELEASED});
        wl_signal_emit(&pointer->pointer->events.frame, pointer->pointer);
    } else {
        return "not understood\n";
    }
    return "ok\n";
}

/* One line is played at a time: the next is sent when this one has its answer. */
static int readable(int fd, uint32_t mask, void *data)
{
    (void)mask;
    char line[256];
    ssize_t length = read(fd, line, sizeof line - 1);
    if (length < 0 && (errno == EAGAIN || errno == EINTR))
        return 0;
    if (length <= 0) {
        wl_event_source_remove(*(struct wl_event_source **)data);
        close(fd);
        return 0;
    }
    line[length] = 0;
    const char *answer = obey(line);
    if (write(fd, answer, strlen(answer)) < 0)
        perror("hands");
    return 0;
}

static void find_headless(struct wlr_backend *backend, void *data)
{
    (void)data;
    if (wlr_backend_is_headless(backend))
        headless = backend;
}

/* From here on, functions of wlroots and libc that the compositor calls. */

#define REAL(function) ((typeof(&function))dlsym(RTLD_NEXT, #function))

struct wlr_backend *wlr_backend_autocreate(struct wl_display *of)
{
    display = of;
    return REAL(wlr_backend_autocreate)(of);
}

struct wlr_output_layout *wlr_output_layout_create(void)
{
    return layout = REAL(wlr_output_layout_create)();
}

struct wlr_output *wlr_headless_add_output(struct wlr_backend *backend, unsigned width, unsigned height)
{
    sscanf(getenv("HANDS_MODE"), "%ux%u", &width, &height);
    return REAL(wlr_headless_add_output)(backend, width, height);
}

bool wlr_backend_start(struct wlr_backend *backend)
{
    static struct wl_event_source *source;
    if (!REAL(wlr_backend_start)(backend))
        return false;
    if (source || !display)
        return true;
    find_headless(backend, NULL);
    if (wlr_backend_is_multi(backend))
        wlr_multi_for_each_backend(backend, find_headless, NULL);
    if (!headless)
        return true;
    touch = wlr_headless_add_input_device(headless, WLR_INPUT_DEVICE_TOUCH);
    pointer = wlr_headless_add_input_device(headless, WLR_INPUT_DEVICE_POINTER);
    int fd = atoi(getenv("HANDS_FD"));
    fcntl(fd, F_SETFD, FD_CLOEXEC);
    source = wl_event_loop_add_fd(wl_display_get_event_loop(display), fd, WL_EVENT_READABLE, readable, &source);
    return true;
}

/* sway does not run where it could become root again; in a container it is root and nothing else. */
int setuid(uid_t user)
{
    (void)user;
    errno = EPERM;
    return -1;
}

int setgid(gid_t group)
{
    (void)group;
    errno = EPERM;
    return -1;
}
