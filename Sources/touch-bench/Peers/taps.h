/*
 * What the peers report: each finger that is put down, and single or double taps, with the thresholds of the other
 * clients. The toolkits differ in what a tap is, so that each client uses its toolkit's touch events and this header.
 */

#ifndef BENCH_TAPS_H
#define BENCH_TAPS_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static bool waits_for_double, draws_marker;
/* The centre of the marker; it is outside of the window until a finger comes. */
static double marker_x = -100, marker_y = -100;

static int fingers;
static int64_t finger;
static bool may_be_tap, has_tap;
static double start_x, start_y, tap_x, tap_y;
static uint64_t start_time, tap_end;

static void taps_init(void)
{
    const char *mode = getenv("BENCH_MODE"), *track = getenv("BENCH_TRACK");
    waits_for_double = !mode || strcmp(mode, "immediate") != 0;
    draws_marker = track && strcmp(track, "1") == 0;
}

static void say(const char *what, double x, double y)
{
    struct timespec now;
    char line[96];
    clock_gettime(CLOCK_MONOTONIC, &now);
    int length = snprintf(line, sizeof line, "%s %.1f %.1f %lld\n", what, x, y,
                          (long long)now.tv_sec * 1000000000 + now.tv_nsec);
    if (write(STDOUT_FILENO, line, (size_t)length) < 0)
        exit(1);
}

/* Each of these functions returns whether the window has to be drawn again. The times are in milliseconds. */

static bool taps_place(double x, double y)
{
    marker_x = round(x);
    marker_y = round(y);
    return draws_marker;
}

static bool taps_down(int64_t id, double x, double y, uint64_t time)
{
    if (!waits_for_double)
        say("down", x, y);
    if (fingers++ > 0) {
        may_be_tap = has_tap = false;
        return false;
    }
    if (has_tap && (time - tap_end > 300 || hypot(x - tap_x, y - tap_y) > 45))
        has_tap = false;
    finger = id;
    may_be_tap = true;
    start_x = x;
    start_y = y;
    start_time = time;
    return taps_place(x, y);
}

static bool taps_move(int64_t id, double x, double y)
{
    if (id != finger)
        return false;
    if (may_be_tap && hypot(x - start_x, y - start_y) > 20)
        may_be_tap = false;
    return taps_place(x, y);
}

static void taps_up(int64_t id, uint64_t time)
{
    fingers--;
    if (id != finger || !may_be_tap || time - start_time > 750)
        return;
    may_be_tap = false;
    if (!waits_for_double) {
        say("single", start_x, start_y);
    } else if (has_tap) {
        say("double", tap_x, tap_y);
        has_tap = false;
    } else {
        has_tap = true;
        tap_x = start_x;
        tap_y = start_y;
        tap_end = time;
    }
}

#endif
