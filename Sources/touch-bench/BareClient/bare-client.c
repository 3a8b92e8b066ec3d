/*
 * The client with which the bench compares WaylandTouch. It is written by hand on libwayland alone, as fast as possible,
 * and does only what the Swift client does.
 *
 * The client shows a fullscreen window. With BENCH_MODE=double it distinguishes single and double taps by the times of
 * the events; with BENCH_MODE=immediate it reports each tap and each finger that is put down at once. With BENCH_TRACK=1
 * a marker of 40 × 40 points follows the finger. With BENCH_PATIENT=1 a tap may last 60 s and the second one follow within
 * 5 s, for a client that runs slowly because its instructions are counted. The client writes `single X Y NS`, `double X Y NS` and `down X Y NS`; NS
 * is the time of CLOCK_MONOTONIC at which it reported the gesture, in nanoseconds.
 */

#define _GNU_SOURCE
#include <errno.h>
#include <math.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
#include <wayland-client.h>

#include "xdg-shell.h"

enum {
    TAP_MOVEMENT = 20,
    TAP_DISTANCE = 45,
    MARKER = 40,
    BUFFERS = 3,
};

static const uint32_t BACKGROUND = 0xffffffff, FOREGROUND = 0xff1f6feb;

struct area {
    int x, y, width, height;
};

struct buffer {
    struct wl_buffer *proxy;
    uint32_t *pixels;
    struct area marker;
    bool is_busy;
};

static struct wl_display *display;
static struct wl_compositor *compositor;
static struct wl_shm *shm;
static struct xdg_wm_base *shell;
static struct wl_touch *touch;
static struct wl_surface *surface;
static struct wl_callback *frame;
static struct buffer buffers[BUFFERS];
static int width = 640, height = 480, buffer_width, buffer_height;
static bool is_configured, is_shown, needs_frame, is_closed;
static struct area marker, shown_marker;

static bool waits_for_double, draws_marker;

/* The longest tap and the longest time between two, in milliseconds. */
static uint32_t tap_duration = 750, tap_interval = 300;

/* The finger that may become a tap, and the tap that may become the first of a double tap. */
static int fingers;
static int32_t finger;
static bool may_be_tap;
static double start_x, start_y;
static uint32_t start_time;
static bool has_tap, is_second;
static double tap_x, tap_y;
static uint32_t tap_end;

static void say(const char *what, double x, double y)
{
    struct timespec now;
    char line[96];
    clock_gettime(CLOCK_MONOTONIC, &now);
    int length = snprintf(line, sizeof line, "%s %.1f %.1f %lld\n", what, x, y,
                          (long long)now.tv_sec * 1000000000 + now.tv_nsec);
    if (write(STDOUT_FILENO, line, (size_t)length) < 0)
        is_closed = true;
}

/* Gestures */

static void give_up_second(void)
{
    if (has_tap)
        say("single", tap_x, tap_y);
    has_tap = is_second = false;
}

static bool lies_within(double x1, double y1, double x2, double y2, double distance)
{
    return (x1 - x2) * (x1 - x2) + (y1 - y2) * (y1 - y2) <= distance * distance;
}

static void place_marker(double x, double y)
{
    if (!draws_marker)
        return;
    marker = (struct area){(int)lround(x) - MARKER / 2, (int)lround(y) - MARKER / 2, MARKER, MARKER};
    needs_frame = true;
}

static void on_down(void *data, struct wl_touch *proxy, uint32_t serial, uint32_t time, struct wl_surface *target,
                    int32_t id, wl_fixed_t fixed_x, wl_fixed_t fixed_y)
{
    (void)data, (void)proxy, (void)serial, (void)target;
    double x = wl_fixed_to_double(fixed_x), y = wl_fixed_to_double(fixed_y);
    if (!waits_for_double)
        say("down", x, y);
    if (fingers++ > 0) {
        may_be_tap = false;
        give_up_second();
        return;
    }
    if (has_tap && (time - tap_end > tap_interval || !lies_within(x, y, tap_x, tap_y, TAP_DISTANCE)))
        give_up_second();
    is_second = has_tap;
    finger = id;
    may_be_tap = true;
    start_x = x;
    start_y = y;
    start_time = time;
    place_marker(x, y);
}

static void on_up(void *data, struct wl_touch *proxy, uint32_t serial, uint32_t time, int32_t id)
{
    (void)data, (void)proxy, (void)serial;
    fingers--;
    if (id != finger || !may_be_tap)
        return;
    may_be_tap = false;
    if (time - start_time > tap_duration) {
        give_up_second();
    } else if (is_second) {
        say("double", tap_x, tap_y);
        has_tap = is_second = false;
    } else if (waits_for_double) {
        has_tap = true;
        tap_x = start_x;
        tap_y = start_y;
        tap_end = time;
    } else {
        say("single", start_x, start_y);
    }
}

static void on_motion(void *data, struct wl_touch *proxy, uint32_t time, int32_t id, wl_fixed_t fixed_x,
                      wl_fixed_t fixed_y)
{
    (void)data, (void)proxy, (void)time;
    if (id != finger)
        return;
    double x = wl_fixed_to_double(fixed_x), y = wl_fixed_to_double(fixed_y);
    if (may_be_tap && !lies_within(x, y, start_x, start_y, TAP_MOVEMENT)) {
        may_be_tap = false;
        give_up_second();
    }
    place_marker(x, y);
}

static void on_touch_frame(void *data, struct wl_touch *proxy)
{
    (void)data, (void)proxy;
}

static void on_cancel(void *data, struct wl_touch *proxy)
{
    (void)data, (void)proxy;
    fingers = 0;
    may_be_tap = false;
    give_up_second();
}

static const struct wl_touch_listener touch_listener = {
    .down = on_down,
    .up = on_up,
    .motion = on_motion,
    .frame = on_touch_frame,
    .cancel = on_cancel,
};

/* Drawing */

static void on_release(void *data, struct wl_buffer *proxy)
{
    (void)proxy;
    ((struct buffer *)data)->is_busy = false;
}

static const struct wl_buffer_listener buffer_listener = {.release = on_release};

static void fill(struct buffer *buffer, struct area area, uint32_t color)
{
    int left = area.x > 0 ? area.x : 0, top = area.y > 0 ? area.y : 0;
    int right = area.x + area.width < buffer_width ? area.x + area.width : buffer_width;
    int bottom = area.y + area.height < buffer_height ? area.y + area.height : buffer_height;
    for (int y = top; y < bottom; y++) {
        uint32_t *row = buffer->pixels + (size_t)y * (size_t)buffer_width;
        for (int x = left; x < right; x++)
            row[x] = color;
    }
}

static bool make_buffer(struct buffer *buffer)
{
    size_t size = (size_t)width * (size_t)height * 4;
    int fd = memfd_create("bare-client", MFD_CLOEXEC);
    if (fd < 0 || ftruncate(fd, (off_t)size) < 0) {
        perror("bare-client: a buffer");
        return false;
    }
    buffer->pixels = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (buffer->pixels == MAP_FAILED) {
        perror("bare-client: a buffer");
        return false;
    }
    struct wl_shm_pool *pool = wl_shm_create_pool(shm, fd, (int32_t)size);
    close(fd);
    buffer->proxy = wl_shm_pool_create_buffer(pool, 0, width, height, width * 4, WL_SHM_FORMAT_XRGB8888);
    wl_shm_pool_destroy(pool);
    wl_buffer_add_listener(buffer->proxy, &buffer_listener, buffer);
    buffer->marker = (struct area){0};
    buffer->is_busy = false;
    fill(buffer, (struct area){0, 0, width, height}, BACKGROUND);
    return true;
}

static void drop_buffers(void)
{
    for (int i = 0; i < BUFFERS; i++) {
        if (!buffers[i].proxy)
            continue;
        wl_buffer_destroy(buffers[i].proxy);
        munmap(buffers[i].pixels, (size_t)buffer_width * (size_t)buffer_height * 4);
        buffers[i] = (struct buffer){0};
    }
    buffer_width = width;
    buffer_height = height;
    is_shown = false;
}

static void on_frame(void *data, struct wl_callback *callback, uint32_t time)
{
    (void)data, (void)time;
    wl_callback_destroy(callback);
    frame = NULL;
}

static const struct wl_callback_listener frame_listener = {.done = on_frame};

static void damage(struct area area)
{
    if (area.width > 0)
        wl_surface_damage(surface, area.x, area.y, area.width, area.height);
}

static void draw(void)
{
    if (buffer_width != width || buffer_height != height)
        drop_buffers();
    struct buffer *buffer = NULL;
    for (int i = 0; i < BUFFERS && !buffer; i++) {
        if (!buffers[i].is_busy)
            buffer = &buffers[i];
    }
    if (!buffer)
        return;
    if (!buffer->proxy && !make_buffer(buffer)) {
        is_closed = true;
        return;
    }
    fill(buffer, buffer->marker, BACKGROUND);
    fill(buffer, marker, FOREGROUND);
    buffer->marker = marker;
    wl_surface_attach(surface, buffer->proxy, 0, 0);
    if (is_shown) {
        damage(shown_marker);
        damage(marker);
    } else {
        damage((struct area){0, 0, width, height});
    }
    shown_marker = marker;
    frame = wl_surface_frame(surface);
    wl_callback_add_listener(frame, &frame_listener, NULL);
    wl_surface_commit(surface);
    buffer->is_busy = is_shown = true;
    needs_frame = false;
}

/* The shell and the seat */

static void on_configure(void *data, struct xdg_surface *xdg_surface, uint32_t serial)
{
    (void)data;
    xdg_surface_ack_configure(xdg_surface, serial);
    is_configured = needs_frame = true;
}

static const struct xdg_surface_listener surface_listener = {.configure = on_configure};

static void on_toplevel_configure(void *data, struct xdg_toplevel *toplevel, int32_t new_width, int32_t new_height,
                                  struct wl_array *states)
{
    (void)data, (void)toplevel, (void)states;
    if (new_width > 0 && new_height > 0) {
        width = new_width;
        height = new_height;
    }
}

static void on_close(void *data, struct xdg_toplevel *toplevel)
{
    (void)data, (void)toplevel;
    is_closed = true;
}

static const struct xdg_toplevel_listener toplevel_listener = {.configure = on_toplevel_configure, .close = on_close};

static void on_ping(void *data, struct xdg_wm_base *proxy, uint32_t serial)
{
    (void)data;
    xdg_wm_base_pong(proxy, serial);
}

static const struct xdg_wm_base_listener shell_listener = {.ping = on_ping};

static void on_capabilities(void *data, struct wl_seat *seat, uint32_t capabilities)
{
    (void)data;
    if (!(capabilities & WL_SEAT_CAPABILITY_TOUCH) || touch)
        return;
    touch = wl_seat_get_touch(seat);
    wl_touch_add_listener(touch, &touch_listener, NULL);
}

static const struct wl_seat_listener seat_listener = {.capabilities = on_capabilities};

static void on_global(void *data, struct wl_registry *registry, uint32_t name, const char *interface, uint32_t version)
{
    (void)data, (void)version;
    if (strcmp(interface, wl_compositor_interface.name) == 0) {
        compositor = wl_registry_bind(registry, name, &wl_compositor_interface, 1);
    } else if (strcmp(interface, wl_shm_interface.name) == 0) {
        shm = wl_registry_bind(registry, name, &wl_shm_interface, 1);
    } else if (strcmp(interface, xdg_wm_base_interface.name) == 0) {
        shell = wl_registry_bind(registry, name, &xdg_wm_base_interface, 1);
        xdg_wm_base_add_listener(shell, &shell_listener, NULL);
    } else if (strcmp(interface, wl_seat_interface.name) == 0) {
        wl_seat_add_listener(wl_registry_bind(registry, name, &wl_seat_interface, 1), &seat_listener, NULL);
    }
}

static void on_global_remove(void *data, struct wl_registry *registry, uint32_t name)
{
    (void)data, (void)registry, (void)name;
}

static const struct wl_registry_listener registry_listener = {.global = on_global, .global_remove = on_global_remove};

/* The loop */

/* Returns the time until the wait of a tap for a second one ends; negative if no tap waits. */
static int64_t time_left(void)
{
    if (!has_tap || is_second)
        return -1;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    int64_t nanoseconds = (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
    /* The time stamps of events are the clock's milliseconds modulo 2^32. */
    int32_t milliseconds = (int32_t)(tap_end + tap_interval - (uint32_t)(nanoseconds / 1000000));
    int64_t left = (int64_t)milliseconds * 1000000 - nanoseconds % 1000000;
    return left > 0 ? left : 0;
}

/* Reads and dispatches the events that arrive within a time. Returns whether there were any. */
static bool take_events(int64_t limit)
{
    while (wl_display_prepare_read(display) != 0)
        wl_display_dispatch_pending(display);
    if (wl_display_flush(display) < 0 && errno != EAGAIN)
        is_closed = true;
    struct pollfd fd = {.fd = wl_display_get_fd(display), .events = POLLIN};
    struct timespec timeout = {.tv_sec = limit / 1000000000, .tv_nsec = limit % 1000000000};
    if (ppoll(&fd, 1, limit < 0 ? NULL : &timeout, NULL) <= 0) {
        wl_display_cancel_read(display);
        return false;
    }
    if (wl_display_read_events(display) < 0 || wl_display_dispatch_pending(display) < 0)
        is_closed = true;
    return true;
}

int main(void)
{
    const char *mode = getenv("BENCH_MODE"), *track = getenv("BENCH_TRACK");
    waits_for_double = !mode || strcmp(mode, "immediate") != 0;
    draws_marker = track && strcmp(track, "1") == 0;
    if (getenv("BENCH_PATIENT")) {
        tap_duration = 60000;
        tap_interval = 5000;
    }

    display = wl_display_connect(NULL);
    if (!display) {
        perror("bare-client: no compositor; set WAYLAND_DISPLAY");
        return 1;
    }
    wl_registry_add_listener(wl_display_get_registry(display), &registry_listener, NULL);
    if (wl_display_roundtrip(display) < 0 || !compositor || !shm || !shell) {
        fprintf(stderr, "bare-client: the compositor lacks wl_compositor, wl_shm or xdg_wm_base\n");
        return 1;
    }
    surface = wl_compositor_create_surface(compositor);
    struct xdg_surface *xdg_surface = xdg_wm_base_get_xdg_surface(shell, surface);
    xdg_surface_add_listener(xdg_surface, &surface_listener, NULL);
    struct xdg_toplevel *toplevel = xdg_surface_get_toplevel(xdg_surface);
    xdg_toplevel_add_listener(toplevel, &toplevel_listener, NULL);
    xdg_toplevel_set_title(toplevel, "bench");
    xdg_toplevel_set_fullscreen(toplevel, NULL);
    wl_surface_commit(surface);

    while (!is_closed) {
        /* The wait of a tap has ended only if all events before that moment have been read. */
        if (!take_events(time_left()) && time_left() == 0)
            give_up_second();
        if (is_configured && needs_frame && !frame)
            draw();
    }
    return wl_display_get_error(display) == 0 ? 0 : 1;
}
