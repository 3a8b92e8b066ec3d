// getopt_long, in a form that Swift can call.
#ifndef SHIM_OPTIONS_H
#define SHIM_OPTIONS_H

struct shim_option {
    // The index of the option's name, or SHIM_OPTIONS_END, SHIM_OPTION_UNKNOWN or SHIM_OPTION_INCOMPLETE.
    int index;
    // The option's value, which points into argv; NULL if there is none.
    const char *value;
};

enum {
    SHIM_OPTIONS_END = -1,
    // There is no such option, or the option has a value but takes none.
    SHIM_OPTION_UNKNOWN = -2,
    // The option's value is missing.
    SHIM_OPTION_INCOMPLETE = -3,
};

// Reads the next long option. An option whose name ends in "=" takes a value. getopt_long moves the words that are not
// options to the end of argv; after SHIM_OPTIONS_END they begin at shim_option_position. Not thread-safe.
struct shim_option shim_next_option(int argc, char *const *argv, const char *const *names, int count);

// Returns the index in argv of the next word.
int shim_option_position(void);

// Starts again, for another argv.
void shim_options_reset(void);

#endif
