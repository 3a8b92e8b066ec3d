"""Plays Mutter's touch screen and pointer over its D-Bus interface for remote desktops.

Lines come on standard input, answers go to standard output; see play.py. Positions there are pixels of a screen cast's
stream, so one is made of the only monitor.
"""

import os
import sys
import time

import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib

SCALE = float(os.environ["SCALE"])
MUTTER = "org.gnome.Mutter."


class Remote:
    """An object of Mutter's on the bus."""

    def __init__(self, bus, service, path, interface):
        self.bus, self.service, self.path, self.interface = bus, MUTTER + service, path, MUTTER + interface

    def call(self, method, signature=None, *arguments, interface=None):
        body = GLib.Variant(signature, arguments) if signature else None
        return self.bus.call_sync(
            self.service, self.path, interface or self.interface, method, body, None, Gio.DBusCallFlags.NONE, 5000, None
        ).unpack()


def patiently(call):
    """Mutter takes its names some time after it has its socket."""
    for _ in range(100):
        try:
            return call()
        except GLib.Error as error:
            if "ServiceUnknown" not in error.message:
                raise
            time.sleep(0.1)
    sys.exit("hands: Mutter does not appear on the bus")


def set_scale(bus):
    display = Remote(bus, "DisplayConfig", "/org/gnome/Mutter/DisplayConfig", "DisplayConfig")
    serial, monitors, _, properties = patiently(lambda: display.call("GetCurrentState"))
    (connector, *_), modes, _ = monitors[0]
    mode = next(mode for mode in modes if mode[6].get("is-current"))
    nearest = min(mode[5], key=lambda scale: abs(scale - SCALE))
    layout = {"layout-mode": GLib.Variant("u", 1)} if properties.get("supports-changing-layout-mode") else {}
    monitor = (0, 0, nearest, 0, True, [(connector, mode[0], {})])
    display.call("ApplyMonitorsConfig", "(uua(iiduba(ssa{sv}))a{sv})", serial, 1, [monitor], layout)


def main():
    with open(os.environ["XDG_RUNTIME_DIR"] + "/bus") as file:
        address = file.read().strip()
    flags = Gio.DBusConnectionFlags
    bus = Gio.DBusConnection.new_for_address_sync(
        address, flags.AUTHENTICATION_CLIENT | flags.MESSAGE_BUS_CONNECTION, None, None)
    if SCALE != 1:
        set_scale(bus)

    desktop = Remote(bus, "RemoteDesktop", "/org/gnome/Mutter/RemoteDesktop", "RemoteDesktop")
    path, = patiently(lambda: desktop.call("CreateSession"))
    session = Remote(bus, "RemoteDesktop", path, "RemoteDesktop.Session")
    name, = session.call(
        "Get", "(ss)", session.interface, "SessionId", interface="org.freedesktop.DBus.Properties")
    caster = Remote(bus, "ScreenCast", "/org/gnome/Mutter/ScreenCast", "ScreenCast")
    path, = patiently(
        lambda: caster.call("CreateSession", "(a{sv})", {"remote-desktop-session-id": GLib.Variant("s", name)}))
    cast = Remote(bus, "ScreenCast", path, "ScreenCast.Session")
    stream, = cast.call("RecordMonitor", "(sa{sv})", "Meta-0", {})
    session.call("Start")

    print("ready", flush=True)
    for line in sys.stdin:
        match line.split()[1:]:
            case ["touch", "down", id, x, y]:
                session.call("NotifyTouchDown", "(sudd)", stream, int(id), float(x) * SCALE, float(y) * SCALE)
            case ["touch", "move", id, x, y]:
                session.call("NotifyTouchMotion", "(sudd)", stream, int(id), float(x) * SCALE, float(y) * SCALE)
            case ["touch", "up", id]:
                session.call("NotifyTouchUp", "(u)", int(id))
            case ["touch", "frame"]:
                pass  # Mutter makes its own.
            case ["pointer", "move", x, y]:
                session.call("NotifyPointerMotionAbsolute", "(sdd)", stream, float(x) * SCALE, float(y) * SCALE)
            case ["pointer", "button", code, pressed]:
                session.call("NotifyPointerButton", "(ib)", int(code), pressed == "1")
            case _:
                print("not understood", flush=True)
                continue
        print("ok", flush=True)


main()
