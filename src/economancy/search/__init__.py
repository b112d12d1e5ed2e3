"""The look ahead: what its values see, the tree of the day, and the decision."""
