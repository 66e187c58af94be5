"""Imported last by the process that is forked: freezes the garbage collector, so that memory stays shared."""

import gc

gc.collect()
gc.freeze()
