"""What is wrong with a request that a page makes."""


class RequestError(Exception):
    """A request that changes nothing: it comes at the wrong time."""


class IllegalMoveError(RequestError):
    """A move that the rules do not allow."""
