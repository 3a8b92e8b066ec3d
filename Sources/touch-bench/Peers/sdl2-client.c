/* A client on SDL 2 that does what bare-client.c does. It draws by SDL's software renderer. */

#include <SDL.h>

#include "taps.h"

static SDL_Window *window;

static void draw(void)
{
    SDL_Surface *surface = SDL_GetWindowSurface(window);
    if (!surface) {
        fprintf(stderr, "sdl2-client: %s\n", SDL_GetError());
        exit(1);
    }
    SDL_FillRect(surface, NULL, SDL_MapRGB(surface->format, 255, 255, 255));
    if (draws_marker) {
        SDL_Rect marker = {(int)marker_x - 20, (int)marker_y - 20, 40, 40};
        SDL_FillRect(surface, &marker, SDL_MapRGB(surface->format, 0x1f, 0x6f, 0xeb));
    }
    SDL_UpdateWindowSurface(window);
}

int main(int argc, char **argv)
{
    (void)argc, (void)argv;
    taps_init();
    SDL_SetHint(SDL_HINT_VIDEODRIVER, "wayland");
    SDL_SetHint(SDL_HINT_TOUCH_MOUSE_EVENTS, "0");
    if (SDL_Init(SDL_INIT_VIDEO) < 0) {
        fprintf(stderr, "sdl2-client: %s\n", SDL_GetError());
        return 1;
    }
    window = SDL_CreateWindow("bench", SDL_WINDOWPOS_UNDEFINED, SDL_WINDOWPOS_UNDEFINED, 640, 480,
                              SDL_WINDOW_FULLSCREEN_DESKTOP);
    if (!window) {
        fprintf(stderr, "sdl2-client: %s\n", SDL_GetError());
        return 1;
    }
    draw();
    SDL_Event event;
    while (SDL_WaitEvent(&event)) {
        bool changed = false;
        do {
            int width, height;
            SDL_GetWindowSize(window, &width, &height);
            double x = event.tfinger.x * width, y = event.tfinger.y * height;
            switch (event.type) {
            case SDL_FINGERDOWN: changed |= taps_down(event.tfinger.fingerId, x, y, event.tfinger.timestamp); break;
            case SDL_FINGERMOTION: changed |= taps_move(event.tfinger.fingerId, x, y); break;
            case SDL_FINGERUP: taps_up(event.tfinger.fingerId, event.tfinger.timestamp); break;
            case SDL_WINDOWEVENT:
                changed |= event.window.event == SDL_WINDOWEVENT_EXPOSED
                           || event.window.event == SDL_WINDOWEVENT_SIZE_CHANGED;
                break;
            case SDL_QUIT: return 0;
            default: break;
            }
        } while (SDL_PollEvent(&event));
        if (changed)
            draw();
    }
    return 1;
}
