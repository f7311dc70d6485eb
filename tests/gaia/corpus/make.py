"""Write the games of this folder anew from the recorded ones: ``python -m tests.gaia.corpus.make``.

Chooses few games that together hold every faction with every number of players, both auctions, turned maps and
every kind of command, and writes each as a match of ours (``.game``) with what the record says about it
(``.expected``): digests of the players, points by source, final counts. One small record is kept as it is, for the
tests of the comparison itself. Needs the recorded games beside the project.
"""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path
from typing import Any

from orrery.core.match import Match
from orrery.gaia.tools.verify import states
from orrery.gaia.tools.verify.importer import Importer, options_of, void
from orrery.gaia.tools.verify.records import read

HERE = Path(__file__).parent
RECORDED = HERE.parents[3] / "shared" / "conformance" / "gaia" / "dev.jsonl.gz"
EVERY = 4
"""A digest of every so many moves is kept, and the last."""


def features(data: dict[str, Any]) -> set[str]:
    """What a game has that another may lack."""
    found = {f"{faction} {data['players']}" for faction in data["factions"]}
    found |= {str(tag) for tag in data["tags"]} | {str(data["options"].get("auction"))}
    for move in data["moves"][1:]:
        for command in re.split(r"\.\s*", move.partition(" ")[2]):
            verb, _, rest = command.partition(" ")
            if verb in ("build", "tech", "special", "action", "fedtile", "brainstone", "decline"):
                found.add(f"{verb} {rest.split()[0] if rest else ''}")
            elif verb == "spend":
                found.add(re.sub(r"\d+", "", command))
            elif verb == "charge":
                found.add("token first" if rest.startswith("1t") else "token after" if "t" in rest else "")
            elif verb in ("cover", "lostPlanet", "burn", "income"):
                found.add(verb)
    return found


def main() -> None:
    """Choose and write."""
    if not RECORDED.exists():
        raise SystemExit(f"{RECORDED} is not there")
    records = {record.name: record.data for record in read(str(RECORDED))}
    has = {name: features(data) for name, data in records.items()}
    left = set().union(*has.values())
    chosen: list[str] = []
    while left:
        # The most new features for the length of the game; ties by name, so that the choice is stable.
        best = max(sorted(has), key=lambda name: (len(has[name] & left) / (60 + len(records[name]["moves"])), name))
        chosen.append(best)
        left -= has[best]
    for old in [*HERE.glob("*.game"), *HERE.glob("*.expected")]:
        old.unlink()
    for name in chosen:
        write(name, records[name])
    rich = [name for name in records if {"build gf", "cover", "spend o for t", "build PI"} <= has[name]]
    shortest = min(rich, key=lambda name: len(json.dumps(records[name])))
    packed = gzip.compress(json.dumps(records[shortest]).encode() + b"\n", mtime=0)
    (HERE / "record.jsonl.gz").write_bytes(packed)
    print(f"{len(chosen)} games: {' '.join(sorted(chosen))}")


def write(name: str, data: dict[str, Any]) -> None:
    """One game and what its record says."""
    match = Match.new("gaia", options_of(data), 0)
    importer = Importer(lambda: match.state, lambda action: void(match.play(action)))
    digests = {}
    last = len(data["moves"]) - 1
    for number, move in enumerate(data["moves"]):
        importer.play(move)
        under_way = states.income_under_way(match.state) is not None
        needless = number < last and importer.needless(data["moves"][number + 1])
        if number == last or (number % EVERY == 0 and not under_way and not needless):
            digests[len(match.entries)] = data["digests"][number]
    (HERE / f"{name}.game").write_text(match.save(), "utf-8")
    final = data["final"]
    kept = {
        "digests": digests,
        "scores": final["scores"],
        "breakdown": final["breakdown"],
        "counts": final["finalCounts"],
    }
    (HERE / f"{name}.expected").write_text(json.dumps(kept, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
