import pytest

from device.commands.demo import strengths
from device.errors import UsageFault


def test_strengths_are_named_by_seat() -> None:
    assert strengths("greedy, Random,ahead") == ("greedy", "random", "ahead")


def test_a_strength_that_is_none_is_named_with_those_there_are() -> None:
    with pytest.raises(UsageFault, match="'clever': none of casual, random, greedy, ahead"):
        strengths("greedy,clever")
