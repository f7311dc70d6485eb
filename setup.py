"""What pyproject.toml cannot say: with ORRERY_COMPILED=1 a wheel holds compiled engines too, for this machine."""

import os
import shutil
import sys
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py

COMPILED = os.environ.get("ORRERY_COMPILED", "0") not in ("", "0")


class Binary(Distribution):
    """A wheel for one machine, where it holds compiled modules."""

    def has_ext_modules(self) -> bool:
        return COMPILED


class Build(build_py):
    """Python modules, and the compiled ones in a folder of their own."""

    def run(self) -> None:
        super().run()
        if COMPILED:
            sys.path.insert(0, str(Path(__file__).parent / "src"))
            from orrery import compiling, form

            made = compiling.compiled(lambda done, whole: None)
            target = Path(self.build_lib, "orrery", form.INSTALLED.name, made.name)
            shutil.copytree(made, target, dirs_exist_ok=True)


setup(distclass=Binary, cmdclass={"build_py": Build})
