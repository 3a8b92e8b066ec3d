/*
 * A module that gives a headless weston a seat, whose devices the clients of weston_test_seat_v1 control.
 * protocols/weston-test-seat-v1.xml describes the requests.
 */

#include "test-seat.h"

#include <stdio.h>

#if !__has_include(<libweston/libweston.h>)

int wet_module_init(struct weston_compositor *compositor, int *argc, char *argv[])
{
    (void)compositor, (void)argc, (void)argv;
    fprintf(stderr, "test seat: built without libweston; apt-get install libweston-10-dev, then build again\n");
    return -1;
}

#else

#include <libweston/libweston.h>
#include <libweston/version.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* libweston exports these functions for backends, but declares them only in a header that it does not install. */

void weston_seat_init(struct weston_seat *seat, struct weston_compositor *compositor, const char *name);
void weston_seat_release(struct weston_seat *seat);
void weston_seat_init_pointer(struct weston_seat *seat);
int weston_seat_init_keyboard(struct weston_seat *seat, struct xkb_keymap *keymap);
void weston_seat_init_touch(struct weston_seat *seat);
void weston_seat_release_pointer(struct weston_seat *seat);
void weston_seat_release_keyboard(struct weston_seat *seat);
void weston_seat_release_touch(struct weston_seat *seat);
struct weston_touch_device *weston_touch_create_touch_device(struct weston_touch *touch, const char *syspath,
                                                             void *backend_data,
                                                             const struct weston_touch_device_ops *ops);
void weston_touch_device_destroy(struct weston_touch_device *device);
void notify_touch_frame(struct weston_touch_device *device);
void notify_touch_cancel(struct weston_touch_device *device);
void notify_button(struct weston_seat *seat, const struct timespec *time, int32_t button,
                   enum wl_pointer_button_state state);
void notify_axis(struct weston_seat *seat, const struct timespec *time, struct weston_pointer_axis_event *event);
void notify_axis_source(struct weston_seat *seat, uint32_t source);
void notify_pointer_frame(struct weston_seat *seat);
void notify_key(struct weston_seat *seat, const struct timespec *time, uint32_t key,
                enum wl_keyboard_key_state state, enum weston_key_state_update update);
#if WESTON_VERSION_MAJOR >= 12
void notify_motion_absolute(struct weston_seat *seat, const struct timespec *time, struct weston_coord_global place);
void notify_touch_normalized(struct weston_touch_device *device, const struct timespec *time, int id,
                             const struct weston_coord_global *place,
                             const struct weston_point2d_device_normalized *normalized, int type);
#else
void notify_motion_absolute(struct weston_seat *seat, const struct timespec *time, double x, double y);
void notify_touch_normalized(struct weston_touch_device *device, const struct timespec *time, int id, double x,
                             double y, const struct weston_point2d_device_normalized *normalized, int type);
#endif
#if WESTON_VERSION_MAJOR == 10
int weston_output_mode_set_native(struct weston_output *output, struct weston_mode *mode, int32_t scale);
void weston_output_damage(struct weston_output *output);
struct pixman_renderer_output_options {
    bool use_shadow;
};
int pixman_renderer_output_create(struct weston_output *output, const struct pixman_renderer_output_options *options);
void pixman_renderer_output_destroy(struct weston_output *output);
void pixman_renderer_output_set_buffer(struct weston_output *output, pixman_image_t *buffer);
#endif

/* The protocol's tables, as wayland-scanner would generate them, in the order of the XML. */

enum request {
    REQUEST_DESTROY,
    REQUEST_SET_CAPABILITIES,
    REQUEST_TOUCH_DOWN,
    REQUEST_TOUCH_MOTION,
    REQUEST_TOUCH_UP,
    REQUEST_TOUCH_FRAME,
    REQUEST_TOUCH_CANCEL,
    REQUEST_POINTER_MOTION,
    REQUEST_POINTER_BUTTON,
    REQUEST_POINTER_AXIS_SOURCE,
    REQUEST_POINTER_AXIS,
    REQUEST_POINTER_FRAME,
    REQUEST_KEY,
    REQUEST_RESIZE_OUTPUT,
    REQUEST_RESCALE_OUTPUT,
    REQUEST_REPLACE_SEAT,
    REQUEST_WAIT_FOR_SURFACE,
    REQUEST_COUNT,
};

enum event {
    EVENT_SURFACE_READY,
    EVENT_COUNT,
};

enum error {
    ERROR_MISSING_DEVICE,
    ERROR_INVALID_VALUE,
    ERROR_UNSUPPORTED,
};

static const struct wl_interface *no_types[6];

static const struct wl_message requests[REQUEST_COUNT] = {
    [REQUEST_DESTROY] = {"destroy", "", no_types},
    [REQUEST_SET_CAPABILITIES] = {"set_capabilities", "u", no_types},
    [REQUEST_TOUCH_DOWN] = {"touch_down", "uuuiff", no_types},
    [REQUEST_TOUCH_MOTION] = {"touch_motion", "uuuiff", no_types},
    [REQUEST_TOUCH_UP] = {"touch_up", "uuui", no_types},
    [REQUEST_TOUCH_FRAME] = {"touch_frame", "", no_types},
    [REQUEST_TOUCH_CANCEL] = {"touch_cancel", "", no_types},
    [REQUEST_POINTER_MOTION] = {"pointer_motion", "uuuff", no_types},
    [REQUEST_POINTER_BUTTON] = {"pointer_button", "uuuuu", no_types},
    [REQUEST_POINTER_AXIS_SOURCE] = {"pointer_axis_source", "u", no_types},
    [REQUEST_POINTER_AXIS] = {"pointer_axis", "uuuufi", no_types},
    [REQUEST_POINTER_FRAME] = {"pointer_frame", "", no_types},
    [REQUEST_KEY] = {"key", "uuuuu", no_types},
    [REQUEST_RESIZE_OUTPUT] = {"resize_output", "ii", no_types},
    [REQUEST_RESCALE_OUTPUT] = {"rescale_output", "i", no_types},
    [REQUEST_REPLACE_SEAT] = {"replace_seat", "", no_types},
    [REQUEST_WAIT_FOR_SURFACE] = {"wait_for_surface", "ff", no_types},
};

static const struct wl_message events[EVENT_COUNT] = {
    [EVENT_SURFACE_READY] = {"surface_ready", "ff", no_types},
};

static const struct wl_interface interface = {
    "weston_test_seat_v1", 1, REQUEST_COUNT, requests, EVENT_COUNT, events,
};

/* A wait_for_surface request that has not been answered. */
struct wait {
    struct wl_list link;
    struct wl_resource *resource;
    wl_fixed_t x, y;
};

struct test_seat {
    struct weston_compositor *compositor;
    struct weston_seat seat;
    struct weston_touch_device *touch_screen;
    struct wl_list waits;
    struct wl_listener output_shown;
    struct wl_listener compositor_destroyed;
};

/* Devices */

static uint32_t capabilities(struct test_seat *test)
{
    return (weston_seat_get_pointer(&test->seat) ? WL_SEAT_CAPABILITY_POINTER : 0) |
           (weston_seat_get_keyboard(&test->seat) ? WL_SEAT_CAPABILITY_KEYBOARD : 0) |
           (weston_seat_get_touch(&test->seat) ? WL_SEAT_CAPABILITY_TOUCH : 0);
}

static void forget_fingers(struct weston_touch *touch)
{
    weston_touch_set_focus(touch, NULL);
    touch->num_tp = 0;
}

static bool plug_in(struct test_seat *test, uint32_t capability)
{
    switch (capability) {
    case WL_SEAT_CAPABILITY_POINTER:
        weston_seat_init_pointer(&test->seat);
        break;
    case WL_SEAT_CAPABILITY_KEYBOARD:
        weston_seat_init_keyboard(&test->seat, NULL);
        break;
    case WL_SEAT_CAPABILITY_TOUCH:
        weston_seat_init_touch(&test->seat);
        if (weston_seat_get_touch(&test->seat))
            test->touch_screen =
                weston_touch_create_touch_device(weston_seat_get_touch(&test->seat), "test touch screen", NULL, NULL);
        if (!test->touch_screen)
            return false;
        break;
    }
    return capabilities(test) & capability;
}

static void unplug(struct test_seat *test, uint32_t capability)
{
    switch (capability) {
    case WL_SEAT_CAPABILITY_POINTER:
        weston_seat_release_pointer(&test->seat);
        break;
    case WL_SEAT_CAPABILITY_KEYBOARD:
        weston_seat_release_keyboard(&test->seat);
        break;
    case WL_SEAT_CAPABILITY_TOUCH:
        forget_fingers(weston_seat_get_touch(&test->seat));
        weston_touch_device_destroy(test->touch_screen);
        test->touch_screen = NULL;
        weston_seat_release_touch(&test->seat);
        break;
    }
}

static bool set_capabilities(struct test_seat *test, uint32_t wanted)
{
    for (uint32_t capability = WL_SEAT_CAPABILITY_POINTER; capability <= WL_SEAT_CAPABILITY_TOUCH; capability <<= 1) {
        bool has = capabilities(test) & capability;
        bool wants = wanted & capability;
        if (has && !wants)
            unplug(test, capability);
        if (wants && !has && !plug_in(test, capability))
            return false;
    }
    return true;
}

/* Replaces the seat, so that the global and the devices get new names. */
static bool replace_seat(struct test_seat *test)
{
    uint32_t had = capabilities(test);

    set_capabilities(test, 0);
    weston_seat_release(&test->seat);
    memset(&test->seat, 0, sizeof test->seat);
    weston_seat_init(&test->seat, test->compositor, "test-seat");
    return set_capabilities(test, had);
}

/* Events */

static void touch_at(struct test_seat *test, const struct timespec *time, int id, double x, double y, int type)
{
#if WESTON_VERSION_MAJOR >= 12
    struct weston_coord_global place = {.c = weston_coord(x, y)};
    notify_touch_normalized(test->touch_screen, time, id, &place, NULL, type);
#else
    notify_touch_normalized(test->touch_screen, time, id, x, y, NULL, type);
#endif
}

static void touch_up(struct test_seat *test, const struct timespec *time, int id)
{
#if WESTON_VERSION_MAJOR >= 12
    notify_touch_normalized(test->touch_screen, time, id, NULL, NULL, WL_TOUCH_UP);
#else
    notify_touch_normalized(test->touch_screen, time, id, 0, 0, NULL, WL_TOUCH_UP);
#endif
}

static void touch_cancel(struct test_seat *test)
{
    struct weston_touch *touch = weston_seat_get_touch(&test->seat);

    /* The default grab ignores a cancel, so the event is sent to the client directly. */
    if (touch->grab == &touch->default_grab) {
        struct wl_resource *resource;
        wl_resource_for_each(resource, &touch->focus_resource_list)
            wl_touch_send_cancel(resource);
    } else {
        notify_touch_cancel(test->touch_screen);
    }
    forget_fingers(touch);
}

static void pointer_motion(struct test_seat *test, const struct timespec *time, double x, double y)
{
#if WESTON_VERSION_MAJOR >= 12
    struct weston_coord_global place = {.c = weston_coord(x, y)};
    notify_motion_absolute(&test->seat, time, place);
#else
    notify_motion_absolute(&test->seat, time, x, y);
#endif
}

/* Surfaces */

static struct weston_output *output_of(struct test_seat *test)
{
    struct weston_output *output;
    wl_list_for_each(output, &test->compositor->output_list, link)
        return output;
    return NULL;
}

/* Returns whether a client's surface that fills the output is at a position. After the output is resized there is none
   until the client has followed: the surface still has another size, or weston has centered it. */
static bool is_surface_at(struct test_seat *test, wl_fixed_t x, wl_fixed_t y)
{
    const struct weston_output *output = output_of(test);
#if WESTON_VERSION_MAJOR >= 12
    struct weston_coord_global place = {.c = weston_coord(wl_fixed_to_double(x), wl_fixed_to_double(y))};
    struct weston_view *view = weston_compositor_pick_view(test->compositor, place);
#else
    wl_fixed_t surface_x = 0, surface_y = 0;
    struct weston_view *view = weston_compositor_pick_view(test->compositor, x, y, &surface_x, &surface_y);
    if (surface_x != x || surface_y != y)
        return false;
#endif
    /* The shell's own background has no client. */
    return view && view->surface->resource && view->surface->width == output->width &&
           view->surface->height == output->height;
}

static void answer_waits(struct test_seat *test)
{
    struct wait *wait, *next;
    wl_list_for_each_safe(wait, next, &test->waits, link) {
        if (!is_surface_at(test, wait->x, wait->y))
            continue;
        wl_resource_post_event(wait->resource, EVENT_SURFACE_READY, wait->x, wait->y);
        wl_list_remove(&wait->link);
        free(wait);
    }
}

static void output_shown(struct wl_listener *listener, void *data)
{
    (void)data;
    struct test_seat *test = wl_container_of(listener, test, output_shown);
    answer_waits(test);
}

static void wait_for_surface(struct test_seat *test, struct wl_resource *resource, wl_fixed_t x, wl_fixed_t y)
{
    struct wait *wait = calloc(1, sizeof *wait);
    if (!wait) {
        wl_resource_post_no_memory(resource);
        return;
    }
    wait->resource = resource;
    wait->x = x;
    wait->y = y;
    wl_list_insert(test->waits.prev, &wait->link);
    answer_waits(test);
}

/* Output size */

#if WESTON_VERSION_MAJOR == 10

/* The headless backend has no modes to switch; its output only needs an image of the new size. */
static int switch_mode(struct weston_output *output, struct weston_mode *mode)
{
    const struct pixman_renderer_output_options options = {.use_shadow = true};

    if (!output->renderer_state)
        return 0;

    pixman_image_t *image = pixman_image_create_bits(PIXMAN_x8r8g8b8, mode->width, mode->height, NULL, 0);
    if (!image)
        return -1;
    pixman_renderer_output_destroy(output);
    if (pixman_renderer_output_create(output, &options) < 0)
        abort();
    pixman_renderer_output_set_buffer(output, image);
    pixman_image_unref(image);
    return 0;
}

static bool set_output(struct test_seat *test, int32_t width, int32_t height, int32_t scale)
{
    struct weston_output *output = output_of(test);
    struct weston_mode *mode = output->current_mode;
    int32_t old_width = mode->width, old_height = mode->height;

    /* The renderer reads its size from the current mode, so that mode is changed in place. */
    mode->width = width;
    mode->height = height;
    output->switch_mode = switch_mode;
    if (weston_output_mode_set_native(output, mode, scale) < 0) {
        mode->width = old_width;
        mode->height = old_height;
        return false;
    }
    weston_output_damage(output);
    return true;
}

#else

static bool set_output(struct test_seat *test, int32_t width, int32_t height, int32_t scale)
{
    (void)test, (void)width, (void)height, (void)scale;
    return false;
}

#endif

/* Requests */

static uint32_t needed_capability(enum request request)
{
    switch (request) {
    case REQUEST_TOUCH_DOWN:
    case REQUEST_TOUCH_MOTION:
    case REQUEST_TOUCH_UP:
    case REQUEST_TOUCH_FRAME:
    case REQUEST_TOUCH_CANCEL:
        return WL_SEAT_CAPABILITY_TOUCH;
    case REQUEST_POINTER_MOTION:
    case REQUEST_POINTER_BUTTON:
    case REQUEST_POINTER_AXIS_SOURCE:
    case REQUEST_POINTER_AXIS:
    case REQUEST_POINTER_FRAME:
        return WL_SEAT_CAPABILITY_POINTER;
    case REQUEST_KEY:
        return WL_SEAT_CAPABILITY_KEYBOARD;
    default:
        return 0;
    }
}

/* Returns whether the arguments of a request begin with a time, as those of all device events do. */
static bool has_time(enum request request)
{
    return strncmp(requests[request].signature, "uuu", 3) == 0;
}

static bool has_invalid_value(enum request request, const union wl_argument *arguments)
{
    const int32_t largest_side = 16384, largest_scale = 8;

    if (has_time(request) && arguments[2].u >= 1000000000)
        return true;
    switch (request) {
    case REQUEST_SET_CAPABILITIES:
        return arguments[0].u > (WL_SEAT_CAPABILITY_POINTER | WL_SEAT_CAPABILITY_KEYBOARD | WL_SEAT_CAPABILITY_TOUCH);
    case REQUEST_POINTER_AXIS_SOURCE:
        return arguments[0].u > WL_POINTER_AXIS_SOURCE_WHEEL_TILT;
    case REQUEST_POINTER_AXIS:
        return arguments[3].u > WL_POINTER_AXIS_HORIZONTAL_SCROLL;
    case REQUEST_POINTER_BUTTON:
    case REQUEST_KEY:
        return arguments[4].u > 1;
    case REQUEST_RESIZE_OUTPUT:
        return arguments[0].i < 1 || arguments[0].i > largest_side || arguments[1].i < 1 ||
               arguments[1].i > largest_side;
    case REQUEST_RESCALE_OUTPUT:
        return arguments[0].i < 1 || arguments[0].i > largest_scale;
    default:
        return false;
    }
}

static void refuse(struct wl_resource *resource, const struct wl_message *message)
{
    wl_resource_post_error(resource, ERROR_UNSUPPORTED, "%s: not with weston %s", message->name, WESTON_VERSION);
}

static int dispatch(const void *implementation, void *target, uint32_t opcode, const struct wl_message *message,
                    union wl_argument *arguments)
{
    (void)implementation;
    struct wl_resource *resource = target;
    struct test_seat *test = wl_resource_get_user_data(resource);
    enum request request = opcode;
    struct timespec time = {0};

    if (has_invalid_value(request, arguments)) {
        wl_resource_post_error(resource, ERROR_INVALID_VALUE, "%s: an argument is out of range", message->name);
        return 0;
    }
    if (needed_capability(request) & ~capabilities(test)) {
        wl_resource_post_error(resource, ERROR_MISSING_DEVICE, "%s: the seat has no such device now", message->name);
        return 0;
    }
    if (has_time(request)) {
        time.tv_sec = (time_t)((uint64_t)arguments[0].u << 32 | arguments[1].u);
        time.tv_nsec = arguments[2].u;
        arguments += 3;
    }

    switch (request) {
    case REQUEST_DESTROY:
        wl_resource_destroy(resource);
        break;
    case REQUEST_SET_CAPABILITIES:
        if (!set_capabilities(test, arguments[0].u))
            wl_resource_post_error(resource, ERROR_UNSUPPORTED, "set_capabilities: weston made no such device");
        break;
    case REQUEST_TOUCH_DOWN:
    case REQUEST_TOUCH_MOTION:
        touch_at(test, &time, arguments[0].i, wl_fixed_to_double(arguments[1].f), wl_fixed_to_double(arguments[2].f),
                 request == REQUEST_TOUCH_DOWN ? WL_TOUCH_DOWN : WL_TOUCH_MOTION);
        break;
    case REQUEST_TOUCH_UP:
        touch_up(test, &time, arguments[0].i);
        break;
    case REQUEST_TOUCH_FRAME:
        notify_touch_frame(test->touch_screen);
        break;
    case REQUEST_TOUCH_CANCEL:
        touch_cancel(test);
        break;
    case REQUEST_POINTER_MOTION:
        pointer_motion(test, &time, wl_fixed_to_double(arguments[0].f), wl_fixed_to_double(arguments[1].f));
        break;
    case REQUEST_POINTER_BUTTON:
        notify_button(&test->seat, &time, (int32_t)arguments[0].u, arguments[1].u);
        break;
    case REQUEST_POINTER_AXIS_SOURCE:
        notify_axis_source(&test->seat, arguments[0].u);
        break;
    case REQUEST_POINTER_AXIS: {
        struct weston_pointer_axis_event event = {
            .axis = arguments[0].u,
            .value = wl_fixed_to_double(arguments[1].f),
            .has_discrete = arguments[2].i != 0,
            .discrete = arguments[2].i,
        };
        notify_axis(&test->seat, &time, &event);
        break;
    }
    case REQUEST_POINTER_FRAME:
        notify_pointer_frame(&test->seat);
        break;
    case REQUEST_KEY:
        notify_key(&test->seat, &time, arguments[0].u, arguments[1].u, STATE_UPDATE_AUTOMATIC);
        break;
    case REQUEST_RESIZE_OUTPUT:
        if (!set_output(test, arguments[0].i, arguments[1].i, output_of(test)->current_scale))
            refuse(resource, message);
        break;
    case REQUEST_RESCALE_OUTPUT: {
        const struct weston_output *output = output_of(test);
        int32_t scale = arguments[0].i;
        if (!set_output(test, output->width * scale, output->height * scale, scale))
            refuse(resource, message);
        break;
    }
    case REQUEST_REPLACE_SEAT:
        if (!replace_seat(test))
            wl_resource_post_error(resource, ERROR_UNSUPPORTED, "replace_seat: weston made no such device");
        break;
    case REQUEST_WAIT_FOR_SURFACE:
        wait_for_surface(test, resource, arguments[0].f, arguments[1].f);
        break;
    case REQUEST_COUNT:
        break;
    }
    return 0;
}

static void drop_waits(struct wl_resource *resource)
{
    struct test_seat *test = wl_resource_get_user_data(resource);
    struct wait *wait, *next;
    wl_list_for_each_safe(wait, next, &test->waits, link) {
        if (wait->resource != resource)
            continue;
        wl_list_remove(&wait->link);
        free(wait);
    }
}

static void bind_test_seat(struct wl_client *client, void *data, uint32_t version, uint32_t id)
{
    struct wl_resource *resource = wl_resource_create(client, &interface, (int)version, id);
    if (!resource) {
        wl_client_post_no_memory(client);
        return;
    }
    wl_resource_set_dispatcher(resource, dispatch, NULL, data, drop_waits);
}

/* Life */

static void release(struct wl_listener *listener, void *data)
{
    (void)data;
    struct test_seat *test = wl_container_of(listener, test, compositor_destroyed);

    wl_list_remove(&test->compositor_destroyed.link);
    wl_list_remove(&test->output_shown.link);
    set_capabilities(test, 0);
    weston_seat_release(&test->seat);
}

/* Writes a byte to the process that started weston, if it waits for one: clients can connect and the seat exists. */
static void report_readiness(void)
{
    const char *descriptor = getenv("WESTON_TEST_SEAT_READY_FD");
    if (!descriptor)
        return;
    int number = atoi(descriptor);
    if (write(number, "", 1) != 1)
        weston_log("test seat: nobody waits at WESTON_TEST_SEAT_READY_FD=%s\n", descriptor);
    close(number);
    unsetenv("WESTON_TEST_SEAT_READY_FD");
}

int wet_module_init(struct weston_compositor *compositor, int *argc, char *argv[])
{
    (void)argc, (void)argv;

    /* The state lives as long as the process, since clients may outlive the compositor's data. */
    static struct test_seat seat;
    struct test_seat *test = &seat;
    struct weston_output *output;

    if (test->compositor)
        return 0;
    test->compositor = compositor;
    output = output_of(test);
    if (!output) {
        weston_log("test seat: weston has no output; start it with a size\n");
        return -1;
    }
    if (!wl_global_create(compositor->wl_display, &interface, interface.version, test, bind_test_seat))
        return -1;
    wl_list_init(&test->waits);
    weston_seat_init(&test->seat, compositor, "test-seat");
    test->output_shown.notify = output_shown;
    wl_signal_add(&output->frame_signal, &test->output_shown);
    test->compositor_destroyed.notify = release;
    wl_signal_add(&compositor->destroy_signal, &test->compositor_destroyed);

    if (!set_capabilities(test, WL_SEAT_CAPABILITY_POINTER | WL_SEAT_CAPABILITY_KEYBOARD | WL_SEAT_CAPABILITY_TOUCH)) {
        weston_log("test seat: a device could not be made\n");
        return -1;
    }
    report_readiness();
    return 0;
}

#endif
