#ifndef BENCH_PROBES_H
#define BENCH_PROBES_H

#include <stdint.h>
#include <sys/types.h>

/* How often this process has asked for memory on the heap so far: malloc, calloc, realloc and their aligned kin are
   counted where they are called, in Swift's runtime too. */
int64_t probe_allocations(void);

/* The time that all threads of a process have been running, in nanoseconds; -1 where there is no such process. */
int64_t probe_cpu_ns(pid_t pid);

/* CLOCK_REALTIME in microseconds, modulo 2^32: what WAYLAND_DEBUG stamps its lines with. */
uint32_t probe_debug_clock_us(void);

/* Sleeps until an instant of CLOCK_MONOTONIC in nanoseconds, which may have passed. */
void probe_sleep_until(int64_t time_ns);

#endif
