"""What the measuring scripts share: the program under test, a library of its own in a folder that
goes away, commands run again and again in the background, memory, percentiles and tables."""

import os
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time
import zlib

# Seconds that no command and no phase may take.
LONGEST = 3600

HERE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def stop(text):
    sys.exit(f"{os.path.basename(sys.argv[0])}: {text}")


def built():
    """$MINILAB, else this checkout's program, built in release mode."""
    if "MINILAB" in os.environ:
        return os.path.abspath(os.environ["MINILAB"])
    swift = shutil.which("swift") or "/opt/swift/usr/bin/swift"
    build = [swift, "build", "--package-path", HERE, "--configuration", "release", "--quiet"]
    done = subprocess.run(build, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        stop(f"the build failed\n{done.stdout}")
    return os.path.join(HERE, ".build/release/minilab")


def number(place, default, meaning):
    """An argument of the command line that is a whole number from 1."""
    if len(sys.argv) <= place:
        return default
    if not sys.argv[place].isdigit() or int(sys.argv[place]) < 1:
        stop(f"{meaning} is a number from 1, not {sys.argv[place]!r}")
    return int(sys.argv[place])


class Workplace:
    """A folder that goes away, with what is started in it."""

    def __enter__(self):
        self.folder = tempfile.mkdtemp(prefix="minilab-bench-")
        self.processes = []
        # A stop by a signal cleans up too.
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
        return self

    def __exit__(self, *_):
        for process in self.processes:
            if process.poll() is None:
                process.kill()
                process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def path(self, *parts):
        return os.path.join(self.folder, *parts)

    def library(self, program, name):
        """A new library in a folder of its own."""
        os.mkdir(self.path(name))
        subprocess.run(
            [program, "init"], cwd=self.path(name), check=True, stdout=subprocess.DEVNULL)
        return Library(self, program, self.path(name))


class Library:
    def __init__(self, place, program, folder):
        self.place = place
        self.folder = folder
        self.catalog = os.path.join(folder, ".minilab/catalog.sqlite")
        self.command = [program, "--library", os.path.join(folder, ".minilab")]

    def file(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def run(self, *arguments, check=True):
        """Runs a command to its end; what it says is text."""
        done = subprocess.run(
            [*self.command, *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True,
            timeout=LONGEST)
        if check and done.returncode != 0:
            stop(f"minilab {' '.join(arguments)} ended with {done.returncode}: {done.stderr}")
        return done

    def start(self, *arguments, **streams):
        streams = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL} | streams
        process = subprocess.Popen(
            [*self.command, *arguments], stdin=subprocess.DEVNULL, **streams)
        self.place.processes.append(process)
        return process


class Loop:
    """Something done again and again in the background until it is told to stop."""

    def __init__(self, once, every, most=100_000):
        self.once = once
        self.every = every
        self.most = most
        self.seconds = []
        self.failure = None
        self.over = threading.Event()
        self.thread = threading.Thread(target=self.run)

    def run(self):
        try:
            for _ in range(self.most):
                start = time.perf_counter()
                self.once()
                took = time.perf_counter() - start
                self.seconds.append(took)
                if self.over.wait(max(0, self.every - took)):
                    return
        except BaseException as failure:
            self.failure = failure

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.over.set()
        self.thread.join()
        if self.failure:
            raise self.failure


def png(side, seed):
    """A square PNG of some colours."""
    rows = b"".join(
        b"\0" + bytes((x * seed + y * 7 * channel) % 256 for x in range(side) for channel in (1, 2, 3))
        for y in range(side))

    def chunk(kind, data):
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    header = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows))
            + chunk(b"IEND", b""))


def percentile(values, percent):
    """The smallest value that so many percent do not exceed."""
    ordered = sorted(values)
    return ordered[max(0, -(-len(ordered) * percent // 100) - 1)] if ordered else float("nan")


def milliseconds(seconds, percent):
    return f"{percentile(seconds, percent) * 1000:.0f}"


def peak_memory(pid):
    """Bytes that a process held at most so far; 0 if it is gone."""
    try:
        with open(f"/proc/{pid}/status", encoding="ascii", errors="replace") as file:
            for line in file:
                if line.startswith("VmHWM:"):
                    return int(line.split()[1]) << 10
    except (FileNotFoundError, ProcessLookupError):
        pass
    return 0


def children(pid):
    found = []
    try:
        for task in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{task}/children", encoding="ascii") as file:
                found += [int(child) for child in file.read().split()]
    except (FileNotFoundError, ProcessLookupError):
        pass
    return found


def print_table(*rows):
    widths = [max(len(str(row[column])) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        first = str(row[0]).ljust(widths[0])
        rest = (str(cell).rjust(width) for cell, width in zip(row[1:], widths[1:]))
        print("  ".join([first, *rest]), flush=True)
