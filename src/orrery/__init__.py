"""Orrery: play, study and solve Gaia Project and Evacuation."""

from orrery import form

__all__ = ["__version__"]

form.choose()


def __getattr__(name: str) -> str:
    """``__version__``, looked up when it is asked for: the engines import with nothing installed."""
    if name != "__version__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("orrery")
    except PackageNotFoundError:  # a source tree that is not installed: its own description knows
        import tomllib
        from pathlib import Path

        described = Path(__file__).parents[2] / "pyproject.toml"
        return str(tomllib.loads(described.read_text(encoding="utf-8"))["project"]["version"])
