"""`python -m tests.attack`."""

import sys

from tests.attack.run import main

sys.exit(main())
