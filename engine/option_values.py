"""Check the values of options from settings, requests and journals. A bad value is refused in one line."""


class OptionFault(ValueError):  # noqa: N818 - it is a fault of the input, named as people speak of it
    """The error for an unknown game, an unknown option or a bad value. Its message names it in one line."""


def true_or_false(key: str, value: object) -> bool:
    """Return `value` if it is true or false. Otherwise raise OptionFault, which names the option `key`."""
    if not isinstance(value, bool):
        raise OptionFault(f"option {key}: {value!r} is neither true nor false")
    return value


def whole_number(key: str, value: object, least: int = 1) -> int:
    """Return `value` if it is a whole number of at least `least`. Otherwise raise OptionFault, which names
    the option `key`."""
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        limit = f"from {least} on" if least != 1 else "above 0"
        raise OptionFault(f"option {key}: {value!r} is not a whole number {limit}")
    return value


def nonempty_text(key: str, value: object) -> str:
    """Return `value` if it is a text that is not empty. Otherwise raise OptionFault, which names the option
    `key`."""
    if not isinstance(value, str) or not value:
        raise OptionFault(f"option {key}: {value!r} is not a name")
    return value


def one_of(key: str, value: object, choices: tuple[str, ...]) -> str:
    """Return `value` if it is one of `choices`. Otherwise raise OptionFault, which names the option `key`."""
    if value not in choices:
        raise OptionFault(f"option {key}: {value!r} is none of {', '.join(choices)}")
    return str(value)
