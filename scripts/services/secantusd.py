"""
SecantusDB as it comes, but for the pages of its engine, WiredTiger.

A page that outgrew `memory_page_max` (5 MB unless told, and never more than a hundredth of the cache at the default dirty
trigger) is put out by whoever touches it next. The cursors that SecantusDB keeps open on it forbid that, so each touch
waits for 55 ms in vain: an update of 200 rows takes 14 s, dropping a database more than 30 s. Stores for development and
tests hold little: their pages may grow, and are split when they are written.
"""

import sys

from secantus.cli import main

try:
    from wiredtiger import Session
except ImportError:  # a successor on another binding
    Session = None


def let_pages_grow(create):
    def create_with_large_pages(self, name, config=None):
        return create(self, name, ",".join(filter(None, [config, "memory_page_max=300MB"])))

    return create_with_large_pages


if Session is not None:
    Session.create = let_pages_grow(Session.create)

sys.exit(main())
