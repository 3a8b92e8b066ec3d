#ifndef SHIMS_H
#define SHIMS_H

#include <poll.h>
#include <stdint.h>

/* Linux calls that Swift's Glibc does not show. Each answers -1 and sets errno when it fails. */

/* An anonymous file in memory that can be sealed; closed on exec. */
int shim_memfd_create(const char *_Nonnull name);

enum {
    SHIM_SEAL_SEAL = 0x0001,
    SHIM_SEAL_SHRINK = 0x0002,
    SHIM_SEAL_GROW = 0x0004,
};

/* Forbids, for good, what the seals name. */
int shim_add_seals(int fd, int seals);

/* The seals of the file. */
int shim_get_seals(int fd);

/* Gives a file that many bytes, all of them there; the error as a number, 0 where there is none. A size beyond the
   limit on files (RLIMIT_FSIZE) is an error too, and no signal. */
int shim_allocate(int fd, int64_t size);

/* A counter to wake a poll with; closed on exec, does not block. */
int shim_eventfd(void);

/* Blocks SIGINT and SIGTERM in this thread, and is readable when one has come; closed on exec, does not block. */
int shim_interrupt_fd(void);

/* Reads one signal from a shim_interrupt_fd: its number, 0 when none has come. */
int shim_read_interrupt(int fd);

/* Blocks neither signal any longer, as at the start. */
int shim_release_interrupts(void);

/* CLOCK_MONOTONIC in nanoseconds. */
int64_t shim_monotonic_ns(void);

/* A timer that can be read when its time has come; closed on exec, does not block. */
int shim_timer_fd(void);

/* Sets a timer to an instant of CLOCK_MONOTONIC in nanoseconds, which may have passed; 0 disarms it. Either way it can't
   be read until then. */
int shim_set_timer(int fd, int64_t time_ns);

/* Sets a counter of shim_eventfd back to 0, or a timer that has fired. */
int shim_clear_event(int fd);

/* Sleeps until `first` can be read, or written where `writes` is not 0, or one of the others can be read, or
   timeout_ns is over; a negative one never is, and a negative descriptor is left out. The answer has a bit for each
   that is ready: 1 for the first, 2 for the second, 4 for the third; none when the time is over or a signal came. */
int shim_wait(int first, int writes, int second, int third, int64_t timeout_ns);

/* poll with nanoseconds; a negative timeout waits for ever. */
int shim_ppoll(struct pollfd *_Nullable fds, unsigned long count, int64_t timeout_ns);

/* Sends this process a signal when the thread that started it ends. */
int shim_set_parent_death_signal(int signal);

#endif
