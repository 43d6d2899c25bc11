"""`edition new DIR`: a small corpus that builds, for an editor to start from."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path


def new(folder: Path) -> list[Path]:
    """Write the starter corpus into `folder`, which must be empty or not exist; the files, in order.

    Raises:
        FileExistsError: something stands there already. Nothing was written.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise FileExistsError(f"{folder} is not empty: a new corpus is only written into an empty or a new folder")
    return sorted(_copy(files("edition") / "starter", folder))


def _copy(source: Traversable, target: Path) -> list[Path]:
    """Byte for byte, for the settings hold the digest of the source."""
    if source.is_dir():
        target.mkdir(parents=True, exist_ok=True)
        return [path for child in source.iterdir() for path in _copy(child, target / child.name)]
    target.write_bytes(source.read_bytes())
    return [target]
