#define _GNU_SOURCE
#include "options.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

struct shim_option shim_next_option(int argc, char *const *argv, const char *const *names, int count) {
    struct shim_option result = {SHIM_OPTION_UNKNOWN, NULL};
    struct option *options = calloc((size_t)count + 1, sizeof *options);
    char **copies = calloc((size_t)count + 1, sizeof *copies);
    if (options && copies) {
        for (int i = 0; i < count; i++) {
            size_t length = strlen(names[i]);
            int takes_value = length > 0 && names[i][length - 1] == '=';
            copies[i] = strndup(names[i], length - (size_t)takes_value);
            options[i].name = copies[i] ? copies[i] : "";
            options[i].has_arg = takes_value ? required_argument : no_argument;
        }
        int index = -1;
        opterr = 0;
        switch (getopt_long(argc, argv, ":", options, &index)) {
        case -1:
            result.index = SHIM_OPTIONS_END;
            break;
        case 0:
            result.index = index;
            result.value = optarg;
            break;
        case ':':
            result.index = SHIM_OPTION_INCOMPLETE;
            break;
        default:
            break;
        }
    }
    if (copies) {
        for (int i = 0; i < count; i++) {
            free(copies[i]);
        }
    }
    free(copies);
    free(options);
    return result;
}

int shim_option_position(void) { return optind; }

void shim_options_reset(void) { optind = 0; }
