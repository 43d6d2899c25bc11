"""Results kept between the builds of one process that goes on (`edition serve`); a single build keeps none."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar, cast

P = ParamSpec("P")
T = TypeVar("T")
_going_on = [False]


def remember() -> None:
    """From now on the pure functions marked as `remembered` keep what they found."""
    _going_on[0] = True


def remembered(size: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """For a pure function of what can be hashed: its last `size` results are kept, once `remember` was called."""

    def mark(function: Callable[P, T]) -> Callable[P, T]:
        kept = cast("Callable[P, T]", lru_cache(maxsize=size)(function))

        @wraps(function)
        def call(*args: P.args, **kwargs: P.kwargs) -> T:
            return (kept if _going_on[0] else function)(*args, **kwargs)

        return call

    return mark
