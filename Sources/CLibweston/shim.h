#include <libweston/libweston.h>
