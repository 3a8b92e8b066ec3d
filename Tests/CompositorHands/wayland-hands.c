/*
 * Plays a compositor's touch screen and pointer through a Wayland protocol that it has for that: our test seat's in
 * weston, fake input in KWin. Lines come on standard input, answers go to standard output; see play.py.
 */
#include "fake-input-client-protocol.h"
#include "weston-test-seat-v1-client-protocol.h"
#include <stdio.h>
#include <string.h>
#include <wayland-client.h>

static struct weston_test_seat_v1 *seat;
static struct org_kde_kwin_fake_input *fake;

static void appeared(void *data, struct wl_registry *registry, uint32_t name, const char *interface, uint32_t version)
{
    (void)data, (void)version;
    if (strcmp(interface, weston_test_seat_v1_interface.name) == 0)
        seat = wl_registry_bind(registry, name, &weston_test_seat_v1_interface, 1);
    else if (strcmp(interface, org_kde_kwin_fake_input_interface.name) == 0)
        fake = wl_registry_bind(registry, name, &org_kde_kwin_fake_input_interface, 3);
}

static void disappeared(void *data, struct wl_registry *registry, uint32_t name)
{
    (void)data, (void)registry, (void)name;
}

static const struct wl_registry_listener registry_listener = {appeared, disappeared};

/* The arguments of the test seat that say when. */
#define AT(time) 0, (time) / 1000, (time) % 1000 * 1000000

static const char *obey(const char *line)
{
    unsigned time;
    int id, button, pressed;
    double x, y;

    if (sscanf(line, "%u touch down %d %lf %lf", &time, &id, &x, &y) == 4) {
        if (seat)
            weston_test_seat_v1_touch_down(seat, AT(time), id, wl_fixed_from_double(x), wl_fixed_from_double(y));
        else
            org_kde_kwin_fake_input_touch_down(fake, id, wl_fixed_from_double(x), wl_fixed_from_double(y));
    } else if (sscanf(line, "%u touch move %d %lf %lf", &time, &id, &x, &y) == 4) {
        if (seat)
            weston_test_seat_v1_touch_motion(seat, AT(time), id, wl_fixed_from_double(x), wl_fixed_from_double(y));
        else
            org_kde_kwin_fake_input_touch_motion(fake, id, wl_fixed_from_double(x), wl_fixed_from_double(y));
    } else if (sscanf(line, "%u touch up %d", &time, &id) == 2) {
        if (seat)
            weston_test_seat_v1_touch_up(seat, AT(time), id);
        else
            org_kde_kwin_fake_input_touch_up(fake, id);
    } else if (strstr(line, "touch frame")) {
        if (seat)
            weston_test_seat_v1_touch_frame(seat);
        else
            org_kde_kwin_fake_input_touch_frame(fake);
    } else if (strstr(line, "touch cancel")) {
        if (seat)
            weston_test_seat_v1_touch_cancel(seat);
        else
            org_kde_kwin_fake_input_touch_cancel(fake);
    } else if (sscanf(line, "%u pointer move %lf %lf", &time, &x, &y) == 3) {
        if (seat) {
            weston_test_seat_v1_pointer_motion(seat, AT(time), wl_fixed_from_double(x), wl_fixed_from_double(y));
            weston_test_seat_v1_pointer_frame(seat);
        } else {
            org_kde_kwin_fake_input_pointer_motion_absolute(fake, wl_fixed_from_double(x), wl_fixed_from_double(y));
        }
    } else if (sscanf(line, "%u pointer button %d %d", &time, &button, &pressed) == 3) {
        if (seat) {
            weston_test_seat_v1_pointer_button(seat, AT(time), button, pressed);
            weston_test_seat_v1_pointer_frame(seat);
        } else {
            org_kde_kwin_fake_input_button(fake, button, pressed);
        }
    } else {
        return "not understood";
    }
    return "ok";
}

int main(void)
{
    struct wl_display *display = wl_display_connect(NULL);
    if (!display) {
        perror("hands: no compositor");
        return 1;
    }
    wl_registry_add_listener(wl_display_get_registry(display), &registry_listener, NULL);
    wl_display_roundtrip(display);
    if (!seat && !fake) {
        fprintf(stderr, "hands: the compositor offers neither the test seat nor fake input\n");
        return 1;
    }
    if (fake)
        org_kde_kwin_fake_input_authenticate(fake, "touch-sample", "test");
    if (wl_display_roundtrip(display) < 0)
        return 1;

    setvbuf(stdout, NULL, _IOLBF, 0);
    puts("ready");
    for (char line[256]; fgets(line, sizeof line, stdin);) {
        const char *answer = obey(line);
        if (wl_display_roundtrip(display) < 0) {
            perror("hands: the compositor is gone");
            return 1;
        }
        puts(answer);
    }
    return 0;
}
