"""``python -m orrery``: the command line."""

import sys

from orrery.cli import main

sys.exit(main())
