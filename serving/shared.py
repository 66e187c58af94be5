"""Imported last by the process that is copied: what is there now is not looked through by any copy’s collector,
so that its pages stay one for all of them.
"""

import gc

gc.collect()
gc.freeze()
