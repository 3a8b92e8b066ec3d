"""play.py COMPOSITOR SCALE: plays a demonstration to touch-sample in a headless compositor, and judges all touches and
verdicts that it logs.

Prints a line: the verdicts, touch, pointer, cancel, and the pixels of the window, each right or wrong or why there is
none, separated by tabs. Exits 0 if nothing is wrong. SAMPLE is the program, BUILD what Tests/compositors has compiled.

The hands of each compositor (wayland-hands.c, wlroots-hands.c, mutter-hands.py) take these lines, TIME being
milliseconds of CLOCK_MONOTONIC and places the output's logical coordinates, and answer each with "ok" once the
compositor has it:

    TIME touch down|move ID X Y       TIME touch up ID       TIME touch frame       TIME touch cancel
    TIME pointer move X Y             TIME pointer button CODE 0|1
"""

import contextlib
import dataclasses
import json
import math
import os
import pathlib
import queue
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

HERE = pathlib.Path(__file__).parent
BUILD = pathlib.Path(os.environ["BUILD"])
WIDTH, HEIGHT = 960, 680
PATIENCE = 30
LEFT_BUTTON = 272


@dataclasses.dataclass
class Compositor:
    hands: str
    # Whether events carry the time of their line; elsewhere it is that of their arrival.
    is_stamped: bool = False
    why_no_cancel: str = ""
    # The scale that the window is told at an output's scale.
    window_scale: object = math.ceil


COMPOSITORS = {
    "weston": Compositor("wayland", is_stamped=True),
    "sway": Compositor("wlroots", is_stamped=True, why_no_cancel="sway passes none on"),
    "cage": Compositor("wlroots", is_stamped=True, why_no_cancel="cage passes none on"),
    "phoc": Compositor("wlroots", is_stamped=True, why_no_cancel="phoc passes none on"),
    "kwin": Compositor("wayland", window_scale=float),
    "mutter": Compositor("mutter", why_no_cancel="not in its remote desktop"),
    "mir": Compositor("wlroots", why_no_cancel="its sway passes none on"),
    "qtwayland": Compositor("wlroots", why_no_cancel="its sway passes none on"),
}


class Failure(Exception):
    """Something that can't be played at all."""


class Late(Exception):
    """The machine was too busy to play a gesture in its time, where the time of playing counts."""


def now():
    return time.clock_gettime(time.CLOCK_MONOTONIC) * 1000


# The demonstration


@dataclasses.dataclass
class Step:
    name: str
    events: list
    taps: list
    # Of each touch: its kind, where it began, and how it ended.
    touches: list
    column: str = "touch"


def tap(place, start):
    x, y = place
    end = start + 60
    return [(start, f"touch down 0 {x} {y}"), (start, "touch frame"), (end, "touch up 0"), (end, "touch frame")]


def click(start):
    return [(start, f"pointer button {LEFT_BUTTON} 1"), (start + 60, f"pointer button {LEFT_BUTTON} 0")]


def demonstration(x, y):
    """Everything that tells a single tap, a double tap and neither apart, at a place and around it."""
    place, second, third = (x, y), (x + 8, y - 6), (x + 60, y)
    direct, mouse = ("direct", place, "ended"), ("indirectPointer", second, "ended")
    drag = [(16 * n, line) for n in range(1, 7) for line in (f"touch move 0 {x + 12 * n} {y + 5 * n}", "touch frame")]
    both = [(0, f"touch down 0 {x} {y}"), (0, f"touch down 1 {third[0]} {third[1]}"), (0, "touch frame")]
    return [
        Step("single tap", tap(place, 0), [(1, place)], [direct]),
        Step("double tap", tap(place, 0) + tap(second, 160), [(2, place)], [direct, ("direct", second, "ended")]),
        Step(
            "two-finger tap", both + [(60, "touch up 0"), (60, "touch up 1"), (60, "touch frame")], [],
            [direct, ("direct", third, "ended")]),
        Step(
            "one finger after the other", both[:1] + both[2:] + [(30, both[1][1]), (30, "touch frame")]
            + [(80, "touch up 0"), (80, "touch frame"), (110, "touch up 1"), (110, "touch frame")], [],
            [direct, ("direct", third, "ended")]),
        Step("drag", tap(place, 0)[:2] + drag + [(120, "touch up 0"), (120, "touch frame")], [], [direct]),
        Step(
            "cancelled touch", tap(place, 0)[:2] + [(60, "touch cancel")], [], [("direct", place, "cancelled")],
            "cancel"),
        Step("click", [(0, f"pointer move {x + 8} {y - 6}")] + click(40), [(1, second)], [mouse], "pointer"),
        Step("double click", click(0) + click(160), [(2, second)], [mouse, mouse], "pointer"),
    ]


# What runs


class Hands:
    def __init__(self, end, is_stamped):
        self.file, self.is_stamped = end.makefile("rw", buffering=1), is_stamped
        end.settimeout(PATIENCE)

    def answer(self, expected):
        with contextlib.suppress(OSError):
            if self.file.readline().strip() == expected:
                return
        raise Failure("the hands do not answer")

    def play(self, events):
        start = now() + 20
        for offset, line in events:
            time.sleep(max(0, start + offset - now()) / 1000)
            with contextlib.suppress(OSError):
                self.file.write(f"{int(start + offset)} {line}\n")
            self.answer("ok")
            if not self.is_stamped and now() - start - offset > 100:
                raise Late


class Sample:
    """The program, and its log as it comes."""

    def __init__(self, environment, errors):
        self.lines, self.log = queue.Queue(), []
        self.process = subprocess.Popen(
            [os.environ["SAMPLE"], "--log", "json", "--verbose", "--fullscreen"], env=environment, text=True,
            stdout=subprocess.PIPE, stderr=errors)
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.lines.put(json.loads(line))
        self.lines.put(None)

    def wait(self, seconds, until=lambda: False):
        """Reads the log until that is so, or for so long; whether it is."""
        end = now() + seconds * 1000
        while not until():
            try:
                record = self.lines.get(timeout=max(0, end - now()) / 1000)
            except queue.Empty:
                return False
            if record is None:
                raise Failure(f"the sample ended with status {self.process.wait()}")
            self.log.append(record)
        return True

    @property
    def taps(self):
        return [(record["count"], record["via"], record["view"], (record["x"], record["y"]))
                for record in self.log if record["event"] == "tap"]

    @property
    def touches(self):
        """Of each touch, in the order of beginning: its kind, view, place, and how it ended."""
        # An id is another touch's when the touch that had it is over.
        touches, latest = [], {}
        for record in self.log:
            if record["event"] == "touch" and record["phase"] == "began":
                latest[record["id"]] = [record["kind"], record["view"], (record["x"], record["y"]), None]
                touches.append(latest[record["id"]])
            elif record["event"] == "touch" and record["phase"] in ("ended", "cancelled"):
                if record["id"] not in latest:
                    raise Failure(f"the log has an end without a beginning: {record}")
                latest[record["id"]][3] = record["phase"]
        return [tuple(touch) for touch in touches]

    def end(self):
        self.process.terminate()
        status = self.process.wait(PATIENCE)
        if status != 0:
            raise Failure(f"the sample ended with status {status}")


@contextlib.contextmanager
def running(name, scale, folder, logs):
    """Runs a compositor; gives its hands and the environment of its clients."""
    compositor = COMPOSITORS[name]
    ours, theirs = socket.socketpair()
    environment = dict(
        os.environ, XDG_RUNTIME_DIR=str(folder), SCALE=scale, WIDTH=str(WIDTH), HEIGHT=str(HEIGHT),
        HANDS_FD=str(theirs.fileno()))
    processes = []

    def start(command, **options):
        processes.append(subprocess.Popen(command, env=environment, start_new_session=True, **options))
        return processes[-1]

    try:
        with open(logs / "compositor.log", "w") as log:
            process = start([HERE / "start", name], stdout=log, stderr=log, pass_fds=[theirs.fileno()])
            end = now() + PATIENCE * 1000
            while not (found := [path for path in folder.glob("wayland-*") if path.is_socket()]):
                if process.poll() is not None or now() > end:
                    raise Failure("it does not start")
                time.sleep(0.05)
            environment["WAYLAND_DISPLAY"] = found[0].name
            hands = Hands(ours, compositor.is_stamped)
            programs = {"wayland": [BUILD / "wayland-hands"], "mutter": ["/usr/bin/python3", HERE / "mutter-hands.py"]}
            if command := programs.get(compositor.hands):
                start(command, stdin=theirs, stdout=theirs, stderr=log)
                theirs.close()
                hands.answer("ready")
            yield hands, environment
    finally:
        for process in reversed(processes):
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(3)
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


# Judging


def near(one, other):
    """Whether two lists say the same, places within a pixel (Mir takes whole ones)."""
    def alike(a, b):
        if isinstance(a, tuple):
            return len(a) == len(b) and all(map(alike, a, b))
        return abs(a - b) <= 1 if isinstance(a, float | int) and isinstance(b, float | int) else a == b
    return len(one) == len(other) and all(map(alike, one, other))


def wait_for_window(hands, sample):
    """Touches and clicks beside the panes until the sample hears of both."""
    x, y = WIDTH / 2, HEIGHT * 0.8
    end = now() + PATIENCE * 1000
    heard = lambda: {kind for kind, _, _, last in sample.touches if last} == {"direct", "indirectPointer"}
    while not heard():
        if now() > end:
            raise Failure(f"of touches and clicks only {[touch[0] for touch in sample.touches]} arrive")
        with contextlib.suppress(Late):
            hands.play(tap((x, y), 0) + [(80, f"pointer move {x} {y}")] + [(t + 80, line) for t, line in click(0)])
        sample.wait(1, heard)
    # What is still under way is not part of the demonstration.
    while sample.wait(0.6, lambda count=len(sample.log): len(sample.log) > count):
        pass
    sample.log.clear()


def play(name, scale, folder, logs):
    """Plays all steps on both panes; the columns that went wrong, and how."""
    compositor = COMPOSITORS[name]
    wrong = {}
    with running(name, scale, folder, logs) as (hands, environment), open(logs / "sample.err", "w") as errors:
        sample = Sample(dict(environment, WAYLAND_DEBUG="1"), errors)
        try:
            wait_for_window(hands, sample)
            for pane, share in (("handlers", 1 / 6), ("recognizers", 1 / 2)):
                for step in demonstration(round(WIDTH * share), round(HEIGHT * 0.15)):
                    if step.column == "cancel" and compositor.why_no_cancel:
                        continue
                    hands.play(step.events)
                    end = now() + 500
                    taps = [(count, pane, pane, place) for count, place in step.taps]
                    touches = [(kind, pane, place, last) for kind, place, last in step.touches]
                    over = lambda: sum(1 for *_, last in sample.touches if last)
                    sample.wait(5, lambda: len(sample.taps) >= len(taps) and over() >= len(touches))
                    # The next step's taps must be nobody's second ones, and a verdict too many has its time to come.
                    sample.wait(max(0, end - now()) / 1000)
                    for column, came, expected in (
                        ("verdicts", sample.taps, taps), (step.column, sample.touches, touches)
                    ):
                        if not near(came, expected):
                            wrong.setdefault(column, f"{step.name} on {pane}: {expected} expected, {came} came")
                    sample.log.clear()
            sample.end()
        finally:
            sample.process.kill()
            sample.process.wait()
    return wrong


def read_errors(logs):
    """The size of the last buffer that the sample made for its window, and what it complained of."""
    file = logs / "sample.err"
    text = file.read_text() if file.exists() else ""
    sizes = [tuple(map(int, size)) for size in re.findall(r"create_buffer\([^,]*, \d+, (\d+), (\d+)", text)]
    complaints = [line for line in text.splitlines() if line.startswith("touch-sample: ")]
    # Smaller ones are cursors.
    return ([size for size in sizes if size[0] > 256] or [(0, 0)])[-1], complaints


def main():
    _, name, scale = sys.argv
    compositor = COMPOSITORS[name]
    logs = BUILD / "logs" / f"{name}-{scale}"
    shutil.rmtree(logs, ignore_errors=True)
    logs.mkdir(parents=True)
    for _ in range(5):
        with tempfile.TemporaryDirectory(prefix="touch-") as folder, contextlib.suppress(Late):
            try:
                wrong = play(name, scale, pathlib.Path(folder), logs)
            except Failure as failure:
                wrong = dict.fromkeys(("verdicts", "touch", "pointer", "cancel"), str(failure))
            break
    else:
        wrong = {"verdicts": "the machine is too busy to play a tap in its time"}

    pixels, complaints = read_errors(logs)
    share = compositor.window_scale(float(scale))
    if pixels != (round(WIDTH * share), round(HEIGHT * share)):
        wrong["pixels"] = f"{WIDTH}x{HEIGHT} at {share} expected, {pixels[0]}x{pixels[1]} came"
    if complaints:
        wrong.setdefault("verdicts", complaints[0])

    columns = {column: "wrong" if column in wrong else "right" for column in ("verdicts", "touch", "pointer", "cancel")}
    if compositor.why_no_cancel:
        columns["cancel"] = compositor.why_no_cancel
    columns["pixels"] = f"{pixels[0]}x{pixels[1]}" + (" wrong" if "pixels" in wrong else "")
    print("\t".join(columns.values()))
    for reason in dict.fromkeys(wrong.values()):
        print(f"{name} at scale {scale}: {reason}; see {logs}", file=sys.stderr)
    sys.exit(1 if wrong else 0)


main()
