"""`python -m arena.formats.mjai COMMAND`: the bridge as a child of the arena."""

import sys

from arena.formats.mjai.bridge import main

sys.exit(main())
