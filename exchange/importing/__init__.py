"""An imported file: draft, preview, apply, revert."""
