#ifndef SHIMS_H
#define SHIMS_H

#include <poll.h>
#include <stdint.h>

/* Linux calls that Swift's Glibc does not declare. Unless stated otherwise, each returns -1 and sets errno on failure. */

/* Creates an anonymous file in memory that can be sealed; it is closed on exec. */
int shim_memfd_create(const char *_Nonnull name);

enum {
    SHIM_SEAL_SEAL = 0x0001,
    SHIM_SEAL_SHRINK = 0x0002,
    SHIM_SEAL_GROW = 0x0004,
};

/* Adds seals to a file. They can't be removed. */
int shim_add_seals(int fd, int seals);

/* Returns the seals of a file. */
int shim_get_seals(int fd);

/* Allocates all bytes of a file. Returns 0 or the error number. A size above the limit on files (RLIMIT_FSIZE) is an
   error, not a signal. */
int shim_allocate(int fd, int64_t size);

/* Creates an eventfd, which wakes a poll; it is closed on exec and does not block. */
int shim_eventfd(void);

/* Blocks SIGINT and SIGTERM in this thread, and creates a descriptor that is readable when one has arrived; it is closed
   on exec and does not block. */
int shim_interrupt_fd(void);

/* Reads one signal from a descriptor of shim_interrupt_fd. Returns its number; 0 if none has arrived. */
int shim_read_interrupt(int fd);

/* Unblocks SIGINT and SIGTERM in this thread. */
int shim_release_interrupts(void);

/* Returns the time of CLOCK_MONOTONIC in nanoseconds. */
int64_t shim_monotonic_ns(void);

/* Creates a timer that is readable when its time has come; it is closed on exec and does not block. */
int shim_timer_fd(void);

/* Sets a timer to an instant of CLOCK_MONOTONIC in nanoseconds, which may have passed; 0 disarms the timer. The timer is
   not readable before that instant, even if it has fired before. */
int shim_set_timer(int fd, int64_t time_ns);

/* Resets an eventfd to 0, or a timer that has fired. */
int shim_clear_event(int fd);

/* Waits until `first` is readable (or writable, if `writes` is not 0), or `second` or `third` is readable, or the timeout
   has passed. A negative timeout waits for ever, and a negative descriptor is ignored. Returns a bit for each descriptor
   that is ready: 1 for the first, 2 for the second, 4 for the third; 0 after the timeout or a signal. */
int shim_wait(int first, int writes, int second, int third, int64_t timeout_ns);

/* Calls poll with a timeout in nanoseconds; a negative one waits for ever. */
int shim_ppoll(struct pollfd *_Nullable fds, unsigned long count, int64_t timeout_ns);

/* Makes the kernel send this process a signal when the thread that started it ends. */
int shim_set_parent_death_signal(int signal);

#endif
