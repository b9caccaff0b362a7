"""The themes of random programs on tensors that let others observe what they do: by seed, as text."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tests.bufferize.programs.chains import Chains
from tests.bufferize.programs.generator import program
from tests.bufferize.programs.instances import Instances
from tests.bufferize.programs.maps import Maps
from tests.bufferize.programs.moving import moving
from tests.bufferize.programs.parts import Parts

THEMES: Mapping[str, Callable[[int], str]] = {
    "chains": lambda seed: Chains(seed).text(),
    "instances": lambda seed: Instances(seed).text(),
    "maps": lambda seed: Maps(seed).text(),
    "moving": moving,
    "parts": lambda seed: Parts(seed).text(),
    "plain": program,
}
