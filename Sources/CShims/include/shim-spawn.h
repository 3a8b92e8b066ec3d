#ifndef SHIM_SPAWN_H
#define SHIM_SPAWN_H

#include <sys/types.h>

/* Starts a program that is looked up in PATH. The kernel kills the program when this process ends in any way. The
   program has its own process group, no standard input, `output` and `error` as its standard output and error and,
   unless it is negative, `passed` as descriptor 3; it inherits no other descriptor. Stores the process identifier in
   `pid`, and a descriptor that becomes readable when the program ends in `pidfd`. Returns 0, or the errno. */
int shim_spawn(const char *_Nonnull file, char *_Nullable const *_Nonnull argv, char *_Nullable const *_Nonnull envp,
               int output, int error, int passed, pid_t *_Nonnull pid, int *_Nonnull pidfd);

/* Creates a pipe: [0] is for reading, without blocking, and [1] for writing; both are closed on exec. The pipe has room
   for a megabyte if the system allows that. Returns -1 and sets errno on failure. */
int shim_pipe(int fds[_Nonnull 2]);

/* Waits until the child has stopped or ended, without reaping it. */
int shim_wait_stopped(pid_t pid);

#endif
