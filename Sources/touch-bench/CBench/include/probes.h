#ifndef BENCH_PROBES_H
#define BENCH_PROBES_H

#include <stdint.h>
#include <sys/types.h>

/* Returns the number of heap allocations of this process so far: the calls of malloc, calloc, realloc and their aligned
   variants, including those of Swift's runtime. */
int64_t probe_allocations(void);

/* Returns the CPU time of all threads of a process in nanoseconds; -1 if there is no such process. */
int64_t probe_cpu_ns(pid_t pid);

/* Returns the time of CLOCK_REALTIME in microseconds modulo 2^32, as in the time stamps of WAYLAND_DEBUG. */
uint32_t probe_debug_clock_us(void);

/* Sleeps until an instant of CLOCK_MONOTONIC in nanoseconds, which may have passed. */
void probe_sleep_until(int64_t time_ns);

/* Returns the number of bytes that were written to a socket and that the other end has not read yet; -1 if it has no such
   number. It counts the kernel's memory, so that only 0 is exact. */
int probe_unread(int socket);

/* Returns 1 if all threads of a process sleep, 0 if not, and -1 if there is no such process. */
int probe_sleeps(pid_t pid);

#endif
