"""
SecantusDB unchanged, but for the page size of its engine, WiredTiger.

A page larger than `memory_page_max` (default 5 MB, and at most a fiftieth of the cache at the default dirty trigger) is
evicted by the next operation on it. The cursors that SecantusDB keeps open on it prevent that, so each operation waits
55 ms in vain: an update of 200 rows takes 14 s, dropping a database more than 30 s. The stores of test runs hold
little: with SECANTUS_MEMORY_PAGE_MAX their pages may grow, and are split when they are written.
"""

import os
import sys

from secantus.cli import main

try:
    from wiredtiger import Session
except ImportError:  # a successor on another binding
    Session = None


def let_pages_grow(create, size):
    def create_with_large_pages(self, name, config=None):
        return create(self, name, ",".join(filter(None, [config, f"memory_page_max={size}"])))

    return create_with_large_pages


page_max = os.environ.get("SECANTUS_MEMORY_PAGE_MAX")
if Session is not None and page_max:
    Session.create = let_pages_grow(Session.create, page_max)

sys.exit(main())
