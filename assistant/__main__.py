"""`python -m assistant` is the command `arbitre`."""

from assistant.cli import main

raise SystemExit(main())
