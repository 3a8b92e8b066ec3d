// getopt_long, in a form that Swift can call.
#ifndef SHIM_OPTIONS_H
#define SHIM_OPTIONS_H

struct shim_option {
    // The index of its name; SHIM_OPTIONS_END, SHIM_OPTION_UNKNOWN or SHIM_OPTION_INCOMPLETE.
    int index;
    // What was given with it, or NULL; points into argv.
    const char *value;
};

enum {
    SHIM_OPTIONS_END = -1,
    // No such option, or one that takes no value with one.
    SHIM_OPTION_UNKNOWN = -2,
    // Its value is missing.
    SHIM_OPTION_INCOMPLETE = -3,
};

// Reads the next long option. A name that ends in "=" takes a value. Words that are no options are moved to the end of
// argv, which getopt_long does; after SHIM_OPTIONS_END they begin at shim_option_position. Not for several threads.
struct shim_option shim_next_option(int argc, char *const *argv, const char *const *names, int count);

// Where in argv the next word is.
int shim_option_position(void);

// Begins anew, with other words.
void shim_options_reset(void);

#endif
