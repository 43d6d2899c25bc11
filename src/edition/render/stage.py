"""All or nothing: a whole tree is staged beside the live one and takes its place in one exchange.

Where the system can exchange two names atomically (Linux) it does; elsewhere two renames with a journal that
the next run finishes or undoes. Nothing is ever written inside the live tree.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import os
import shutil
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NoReturn

Make = Callable[[], bytes]
RENAME_EXCHANGE = 2
AT_FDCWD = -100
PR_SET_PDEATHSIG = 1
FILE_MODE, FOLDER_MODE = 0o644, 0o755


MARK = ".nojekyll"  # every site has it; a folder that holds other things and not this is somebody's own


class Refused(Exception):
    """The site cannot go where it should."""


class Busy(Refused):
    """Another build holds the lock."""


def fit(site: Path, kept: Sequence[Path] = ()) -> None:
    """Raise Refused where `site` is not a folder of this program's making, an empty one, or not there yet.

    It is never one of the folders that are `kept`, nor in one of them, nor about one.
    """
    for folder in kept:
        if site.is_relative_to(folder) or folder.is_relative_to(site):
            raise Refused(f"{site} would lie in {folder} or about it; give another folder")
    if site.is_symlink():
        raise Refused(f"{site} is a link; give the folder itself")
    if site.exists() and not site.is_dir():
        raise Refused(f"{site} is a file, not a folder")
    if site.is_dir() and any(site.iterdir()) and not (site / MARK).is_file():
        raise Refused(f"{site} holds other things than a built site; give an empty or a new folder")
    if not site.parent.is_dir():
        raise Refused(f"{site.parent} is not there")


@contextlib.contextmanager
def lock(site: Path) -> Iterator[None]:
    """Keep two builds of one tree apart; a lock whose process is gone is taken over."""
    path = _beside(site, "lock")
    handle = os.open(path, os.O_CREAT | os.O_RDWR, FILE_MODE)
    try:
        _hold(handle, site)
        if not path.exists() or path.stat().st_ino != os.fstat(handle).st_ino:
            raise Busy(f"another build has just written {site.name}/")  # it took its lock with it
        yield
        path.unlink(missing_ok=True)
    finally:
        os.close(handle)


def _hold(handle: int, site: Path) -> None:
    if sys.platform == "win32":
        import msvcrt

        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            raise Busy(f"another build is writing {site.name}/") from None
    else:
        import fcntl

        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise Busy(f"another build is writing {site.name}/") from None


def replace(site: Path, files: Mapping[str, Make]) -> None:
    """Write `files` (path with `/` to what makes the content) as the whole tree `site`, or leave it as it was."""
    recover(site)
    staging = _beside(site, "new")
    shutil.rmtree(staging, ignore_errors=True)
    try:
        write_tree(staging, files)
    except BaseException:
        shutil.rmtree(staging, ignore_errors=True)
        raise
    swap(staging, site)


def write_tree(folder: Path, files: Mapping[str, Make]) -> None:
    """Plain files with fixed modes, made by two processes where the system can part in two."""
    made: set[Path] = set()
    _make(folder, made)
    for name in sorted(files):
        _make((folder / name).parent, made)
    mine, theirs = _shares(sorted(files)) if _can_part() else (sorted(files), [])
    child = os.fork() if theirs else 0
    if theirs and not child:
        _as_child(folder, files, theirs)
    try:
        _write(folder, files, mine)
    except BaseException:
        if child:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
        raise
    if child and os.waitpid(child, 0)[1] != 0:  # here what went wrong can be told
        for name in theirs:
            (folder / name).unlink(missing_ok=True)
        _write(folder, files, theirs)


def _write(folder: Path, files: Mapping[str, Make], names: Sequence[str]) -> None:
    for name in names:
        path = folder / name
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE_MODE)
        with os.fdopen(handle, "wb") as stream:
            stream.write(files[name]())
        path.chmod(FILE_MODE)


def _can_part() -> bool:
    """Whether a process may part in two: on Linux, alone in itself, with a second processor to run on."""
    linux = sys.platform.startswith("linux") and hasattr(os, "fork")
    return linux and threading.active_count() == 1 and len(os.sched_getaffinity(0)) > 1


def _shares(names: Sequence[str]) -> tuple[list[str], list[str]]:
    """Two parts of about the same work: twins together, as they share what they tell, and so the tables of data."""
    pages = sorted({name.removeprefix("hant/") for name in names if not _of_data(name)})
    first = set(pages[::5]) | set(pages[2::5])  # less than half, as the tables of data come to it
    mine = [name for name in names if _of_data(name) or name.removeprefix("hant/") in first]
    return mine, [name for name in names if not _of_data(name) and name.removeprefix("hant/") not in first]


def _of_data(name: str) -> bool:
    return name.removeprefix("hant/").startswith("data/")


def _as_child(folder: Path, files: Mapping[str, Make], names: Sequence[str]) -> NoReturn:
    """Write a share and end; killed with its parent, so that nobody writes into a tree that another build makes."""
    code = 1
    try:
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        _write(folder, files, names)
        code = 0
    finally:
        os._exit(code)  # whatever happened: the parent tells it


def _make(folder: Path, made: set[Path]) -> None:
    if folder in made:
        return
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(FOLDER_MODE)
    made.add(folder)


def swap(staging: Path, site: Path) -> None:
    """`staging` becomes `site`; what was there goes."""
    if not site.exists():
        staging.rename(site)
        return
    if _exchange(staging, site):
        shutil.rmtree(staging, ignore_errors=True)
        return
    old, journal = _beside(site, "old"), _beside(site, "journal")
    shutil.rmtree(old, ignore_errors=True)
    journal.write_text("swap\n", "utf-8")
    site.rename(old)
    staging.rename(site)
    journal.unlink()
    shutil.rmtree(old, ignore_errors=True)


def recover(site: Path) -> None:
    """Finish or undo what an interrupted build left: the live tree is the old or the new one, whole."""
    old, staging, journal = _beside(site, "old"), _beside(site, "new"), _beside(site, "journal")
    if journal.exists():
        if not site.exists():
            (staging if staging.exists() else old).rename(site)
        journal.unlink()
    for left in (old, staging):
        shutil.rmtree(left, ignore_errors=True)


def _beside(site: Path, what: str) -> Path:
    return site.with_name(f".{site.name}.{what}")


def _exchange(one: Path, other: Path) -> bool:
    """Exchange two names in one step; False where the system cannot."""
    if not sys.platform.startswith("linux"):
        return False
    libc = ctypes.CDLL(None, use_errno=True)
    if not hasattr(libc, "renameat2"):
        return False
    done = libc.renameat2(AT_FDCWD, os.fsencode(one), AT_FDCWD, os.fsencode(other), RENAME_EXCHANGE)
    if done == 0:
        return True
    code = ctypes.get_errno()
    if code in (errno.EINVAL, errno.ENOSYS, errno.ENOTSUP):
        return False
    raise OSError(code, os.strerror(code), str(other))
