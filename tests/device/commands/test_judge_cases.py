"""Test `judge` clause by clause: the booklets' worked examples and many cases beside them.

A case has its clause, the positions before and after in the notation (rows of a grid split by `;`) and the
ruling: "legal", or every clause that must be named, in order. More fields of the question may follow. All
cases use the committed word list.
"""

import json
from typing import Any

import pytest

from device.commands.judge import judge_line

Case = tuple[str, str, str, str] | tuple[str, str, str, str, dict[str, Any]]

LEXICON: list[Case] = [
    ("LEX-A", "", "CAT", "legal"),
    ("LEX-A", "MOTHER", "MOTHER CAT", "legal"),
    ("LEX-A", "CAT", "CAT CAT", "legal"),
    ("LEX-A", "", "AT", "legal"),
    ("LEX-A", "", "FEARLESS", "legal"),
    ("LEX-A", "CAT", "CAT A", "LEX-A"),
    ("LEX-A", "CAT", "CAT I", "LEX-A"),
    ("LEX-A", "", "CAT DOG", "LEX-A LEX-1"),
    ("LEX-A", "CAT", "CAT DOG", "legal", {"hand": "DOG"}),
    ("LEX-A", "CAT", "CAT DOG", "legal", {"hand": "XGQODZA"}),
    ("LEX-A", "CAT", "CAT DOG", "LEX-A", {"hand": "DOXYZ"}),
    ("LEX-A", "CAT", "CAT TOO", "LEX-A", {"hand": "TOXYZ"}),
    ("LEX-A", "CAT", "CAT DOG", "LEX-A", {"hand": ""}),
    ("LEX-A", "CAT", "CAT DoG", "legal", {"hand": "D?G"}),
    ("LEX-A", "CAT", "CAT DoG", "LEX-A", {"hand": "DOG"}),
    ("LEX-A", "CAT", "CAT DOG", "LEX-A", {"hand": "D?G"}),
    ("LEX-A", "CAT /Q", "CAT DOG /Q", "legal"),
    ("LEX-A", "CAT /Q", "CAT DOG", "legal"),
    ("ALL-1", "", "CATX", "ALL-1 ALL-5"),
    ("ALL-1", "", "MIO", "ALL-1"),
    ("ALL-1", "", "MO", "ALL-1"),
    ("ALL-1", "", "PARIS", "ALL-1"),
    ("ALL-1", "", "LONDON", "ALL-1"),
    ("ALL-1", "", "PARIS", "legal", {"options": {"proper": True}}),
    ("ALL-1", "", "MO", "legal", {"options": {"abbreviations": True}}),
    ("ALL-1", "", "CATS", "legal"),
    ("ALL-1", "", "CATS", "ALL-1", {"options": {"plurals": False}}),
    ("ALL-1", "", "SMILES", "legal", {"options": {"plurals": False}}),
    ("ALL-1", "CAT", "CATS", "legal"),
    ("ALL-1", "CAT", "CATX", "ALL-1 ALL-5"),
    ("ALL-5", "CAT", "CA", "LEX-C ALL-5"),
    ("ALL-5", "EXPERT", "EXPART", "ALL-1 ALL-5 LEX-D"),
    ("ALL-5", "EXPERT", "EXPRT", "LEX-C ALL-5"),
    ("ALL-1", "QQQ", "QQQ CAT", "legal"),
    ("ALL-1", "QQQ CAT", "QQQ CATS", "legal"),
    ("LEX-B", "CAT /Q", "CAT /Z", "legal"),
    ("LEX-B", "/Q", "/Z", "legal"),
    ("LEX-B", "CAT /Q", "CAT /Z", "legal", {"hand": "AEZ"}),
    ("LEX-B", "CAT /Q", "CAT /?", "legal", {"hand": "AE?"}),
    ("LEX-B", "CAT", "CAT /Z", "legal"),
    ("LEX-B2", "CAT /Q", "CAT /Z", "LEX-B2", {"hand": "AEI"}),
    ("LEX-B", "CAT /Q", "CAT /?", "LEX-B2 LEX-B", {"hand": "AEI"}),
    ("LEX-B2", "CAT /Q", "CAT /-", "LEX-B2"),
    ("LEX-1", "CAT /Q", "CAT DOG /Z", "LEX-1"),
    ("LEX-1", "CAT /Q", "CATS /Z", "LEX-1"),
    ("LEX-1", "CAT /Q", "CUT /Z", "LEX-1"),
    ("LEX-1", "CAT /Q", "CAT DOG /Z", "LEX-1", {"hand": "DOGZ"}),
    ("LEX-C", "MOTHER", "SMOTHERED", "legal"),
    ("LEX-C", "HAT", "THATCHED", "legal"),
    ("LEX-C", "FAR", "FAIRY", "legal"),
    ("LEX-C", "MAN", "MANY", "legal"),
    ("LEX-C", "ARE", "BARE", "legal"),
    ("LEX-C", "ARE", "AREA", "legal"),
    ("LEX-C", "ARE", "ARISE", "legal"),
    ("LEX-C", "ARE", "CARESS", "legal"),
    ("LEX-C", "ARE", "FEARLESS", "legal"),
    ("LEX-C", "TAR", "TART", "legal"),
    ("LEX-C", "ART", "TART", "legal"),
    ("LEX-C", "CAT", "COAT", "legal"),
    ("LEX-C", "OAT", "BOAT", "legal"),
    ("LEX-C", "TO", "TOO", "legal"),
    ("LEX-C", "LOVE", "LOVES", "legal"),
    ("LEX-C", "LARCH", "LARCHES", "legal"),
    ("LEX-C", "MOTHER CAT", "SMOTHERED CAT", "legal", {"hand": "SEDXQZA", "players": 3}),
    ("LEX-C", "MOTHER", "SMOTHERED", "LEX-C", {"hand": "SEXQZA"}),
    ("LEX-C", "MAN", "MANY", "legal", {"hand": "Y"}),
    ("LEX-C", "MAN", "MANy", "legal", {"hand": "?"}),
    ("LEX-C", "MAN", "MANy", "LEX-C", {"hand": "Y"}),
    ("LEX-C", "CAT DOG", "CAT DOGS", "legal"),
    ("LEX-C", "CAT CAT", "CAT CATS", "legal"),
    ("LEX-C1", "CAT", "TACK", "LEX-C2 LEX-C1"),
    ("LEX-C1", "ART", "RATE", "LEX-C1"),
    ("LEX-C1", "CAT", "ACTS", "LEX-C1"),
    ("LEX-C1", "MOTHER", "THERMOX", "LEX-C1 ALL-1"),
    ("LEX-C1", "HAT", "EARTH", "LEX-C1", {"hand": "ERXYZ"}),
    ("LEX-C1", "CAT", "ACT", "LEX-C1", {"hand": "XYZ"}),
    ("LEX-C1", "CAT", "ACT", "LEX-C1"),
    ("LEX-C1", "ARTS", "STAR", "LEX-C1"),
    ("LEX-C1", "STOP", "POST", "LEX-C1", {"hand": "QWERTY"}),
    ("LEX-C2", "TAR", "RAT", "LEX-C2 LEX-C1"),
    ("LEX-C2", "TAR", "RATS", "LEX-C2"),
    ("LEX-C2", "LIVE", "EVIL", "LEX-C2"),
    ("LEX-C2", "LIVE", "DEVIL", "LEX-C2"),
    ("LEX-C2", "TOP", "POT", "LEX-C2", {"hand": "ABC"}),
    ("LEX-C2", "TOP", "SPOT", "LEX-C2", {"hand": "SBC"}),
    ("LEX-C2", "MOTHER", "REHTOM", "LEX-C2 ALL-1"),
    ("LEX-C2", "MOTHER", "REHTOMS", "LEX-C2 ALL-1"),
    ("LEX-C3", "CAT DOG", "CATS DOGS", "LEX-C3 LEX-1"),
    ("LEX-C3", "MAN HAT", "MANY THAT", "LEX-C3"),
    ("LEX-C3", "CAT DOG", "CUT DIG", "LEX-C3 LEX-D LEX-1"),
    ("LEX-C3", "EXPERT LARCH", "EXPORT LURCH", "LEX-C3"),
    ("LEX-C3", "CAT DOG", "CATS DIG", "LEX-C3 LEX-1"),
    ("LEX-C3", "CAT DOG", "DOG CAT", "LEX-C3"),
    ("LEX-C3", "MAN HAT", "MANY THAT", "LEX-C3", {"hand": "YTABC"}),
    ("LEX-C", "CATS", "CAT", "LEX-C ALL-5"),
    ("LEX-C", "CAT", "", "LEX-C ALL-5"),
    ("LEX-C", "CAT DOG", "DOG", "LEX-C ALL-5"),
    ("LEX-C", "CAT DOG", "CAT", "LEX-C ALL-5"),
    ("LEX-C", "SMOTHERED", "MOTHER SED", "LEX-C ALL-5"),
    ("LEX-C", "CATFISH", "CAT FISH", "LEX-C"),
    ("LEX-C", "CAT FISH", "CATFISH", "LEX-C3 LEX-C"),
    ("LEX-C", "FEARLESS", "ARE", "LEX-C ALL-5"),
    ("LEX-C", "COAT", "CUT", "LEX-C ALL-5"),
    ("LEX-D", "EXPERT", "EXPORT", "legal"),
    ("LEX-D", "LARCH", "LURCH", "legal"),
    ("LEX-D", "EXPERT", "EXPORT", "legal", {"hand": "OAS?"}),
    ("LEX-D", "EXPERT", "EXPoRT", "legal", {"hand": "AS?"}),
    ("LEX-D", "EXPERT", "EXPORT", "LEX-D", {"hand": "AES"}),
    ("LEX-D", "CAT", "DOG", "legal", {"hand": "DOG"}),
    ("LEX-D", "CAT", "COG", "legal", {"hand": "OG"}),
    ("LEX-D", "MaN", "MAN", "legal", {"hand": "A"}),
    ("LEX-D", "MaN", "MEN", "legal", {"hand": "E"}),
    ("LEX-D", "CAT", "CXT", "ALL-1 ALL-5 LEX-D"),
    ("LEX-D", "TAR", "RAT", "legal", {"hand": "RTX"}),
    ("LEX-1", "EXPERT", "EXPORTS", "LEX-1 LEX-D"),
    ("LEX-1", "EXPERT", "EXPORTED", "LEX-C1 LEX-1", {"hand": "OEDXX"}),
    ("LEX-1", "LARCH", "LURCHES", "LEX-1"),
    ("LEX-1", "CAT", "CUTS", "LEX-1"),
    ("LEX-1", "CAT", "CATS DOG", "LEX-1"),
    ("LEX-1", "CAT", "CUT DOG", "LEX-1"),
    ("LEX-1", "MAN HAT", "MANY HAT DOG", "LEX-1"),
    ("LEX-1", "CAT DOG", "CAT SUN DOG", "LEX-1"),
    ("LEX-P", "CAT", "CAT", "LEX-P"),
    ("LEX-P", "", "", "LEX-P"),
    ("LEX-P", "CAT /Q", "CAT /Q", "LEX-P"),
    ("LEX-P", "CAT /E", "CAT /E", "LEX-P"),
    ("LEX-P", "CAT /E", "CAT /E", "LEX-P", {"hand": "XYZ"}),
    ("LEX-P", "CAT DOG", "CAT DOG", "LEX-P", {"hand": "CATDOG"}),
    ("ALL-2", "MaN", "MaNY", "legal"),
    ("ALL-2", "MaN", "MeN", "ALL-2"),
    ("ALL-2", "CaT", "CuT", "ALL-2"),
    ("ALL-2", "CaT", "CuT", "ALL-2", {"hand": "U"}),
    ("ALL-2", "CaT", "CoAT", "ALL-2"),
    ("ALL-2", "CaT", "CATS", "LEX-1", {"hand": "AS"}),
    ("ALL-2", "", "C?T", "legal"),
    ("ALL-2", "", "X?Q", "ALL-1"),
    ("ALL-2", "", "CXt", "ALL-1"),
    ("ALL-2", "C?T", "CaT DOG", "legal"),
    ("ALL-7", "CAT", "CAT DOG", "legal", {"players": 5}),
    ("ALL-7", "CAT", "CAT DOG", "legal", {"players": 8}),
    ("edition", "EXPERT", "EXPORT", "legal", {"options": {"edition": "pb"}}),
    ("edition", "EXPERT", "EXPORT", "legal", {"options": {"edition": "art"}}),
    ("options", "EXPERT", "EXPORT", "legal", {"options": {"challenge_credit": "offender", "out_at": 50}}),
]

CROSSWORD: list[Case] = [
    ("XW-1", ".....;.....;.....;.....;.....", ".....;GAME.;.....;.....;.....", "legal"),
    ("XW-1", ".....;.....;.....;.....;.....", ".....;GAME.;.....;.....;.....", "legal", {"turn": 1}),
    ("XW-1", ".....;.....;.....;.....;.....", "..G..;..A..;..M..;..E..;.....", "legal"),
    ("XW-1", ".....;.....;.....;.....;.....", ".....;.AT..;.....;.....;.....", "legal"),
    ("XW-1", ".....;.....;.....;.....;.....", ".....;SMILE;.....;.....;.....", "XW-1"),
    (
        "XW-1",
        ".....;.....;.....;.....;.....",
        ".....;SMILE;.....;.....;.....",
        "legal",
        {"options": {"any_length": True}},
    ),
    (
        "XW-1",
        ".....;.....;.....;.....;.....",
        ".....;SMILE;.....;.....;.....",
        "legal",
        {"options": {"wide_open": True}},
    ),
    ("XW-1", ".....;.....;.....;.....;.....", ".....;A....;.....;.....;.....", "XW-1"),
    ("XW-1", ".....;.....;.....;.....;.....", "A....;.T...;.....;.....;.....", "XW-1 ALL-6"),
    ("XW-1", ".....;.....;.....;.....;.....", ".....;A.T..;.....;.....;.....", "XW-1 ALL-5"),
    ("XW-1", ".....;.....;.....;.....;.....", "CAT..;O....;.....;.....;.....", "XW-1"),
    ("XW-1", ".....;.....;.....;.....;.....", ".....;.....;.....;.....;.....", "XW-1"),
    ("XW-1", ".....;.....;.....;.....;..... /Q", ".....;.....;.....;.....;..... /Z", "legal"),
    ("XW-1", ".....;.....;.....;.....;..... /Q", ".....;GAME.;.....;.....;..... /Z", "XW-1"),
    ("XW-1", ".....;.....;.....;.....;.....", ".....;GAME.;.....;.....;.....", "XW-1", {"hand": "GAXYZ"}),
    ("XW-1", ".....;.....;.....;.....;.....", ".....;GAME.;.....;.....;.....", "legal", {"hand": "GAMEXY"}),
    ("XW-1", ".....;GAME.;.....;.....;.....", ".....;GAME.;.....;.....;.....", "XW-1"),
    (
        "LEX-B",
        ".....;GAME.;.....;.....;..... /Q",
        ".....;GAME.;.....;.....;..... /Z",
        "legal",
        {"hand": "ZAB"},
    ),
    (
        "LEX-B2",
        ".....;GAME.;.....;.....;..... /Q",
        ".....;GAME.;.....;.....;..... /Z",
        "LEX-B2",
        {"hand": "AEI"},
    ),
    ("LEX-B2", ".....;GAME.;.....;.....;..... /Q", ".....;GAME.;.....;.....;..... /-", "LEX-B2"),
    ("XW-1", ".....;GAME.;.....;.....;..... /Q", ".S...;GAME.;.L...;.T...;..... /Z", "XW-1"),
    ("XW-2", ".....;GAME.;.....;.....;.....", ".S...;GAME.;.L...;.T...;.....", "legal"),
    ("XW-2", ".S...;GAME.;.L...;.T...;.....", ".S...;GAME.;.L.V.;.T.E.;...N.", "legal"),
    ("XW-2", ".S...;GAME.;.L.V.;.T.E.;...N.", ".S...;GAME.;.L.V.;.TOE.;...N.", "legal"),
    ("XW-3", ".S...;GAME.;.L.VE;.TOE.;...N.", ".S...;GAME.;.LOVE;.TOE.;...N.", "legal"),
    ("XW-3", ".S...;GAME.;.L.VE;.TOE.;...N.", ".S...;GAME.;.LIVE;.TOE.;...N.", "XW-3 ALL-1"),
    ("XW-3", ".S...;GAME.;.L.VE;.TOE.;...N.", ".S...;GAME.;.LOVE;.TOE.;...N.", "legal", {"hand": "O"}),
    ("XW-2", ".S...;GAME.;.L.VE;.TOE.;...N.", ".S...;GAME.;.LOVE;.TOE.;...N.", "XW-2", {"hand": "AEI"}),
    ("XW-6", "..T..;..A..;..R..;.....;.....", "..T..;..A..;..R..;..T..;.....", "legal"),
    ("XW-6", ".....;..A..;..R..;..T..;.....", "..T..;..A..;..R..;..T..;.....", "legal"),
    ("XW-6", ".....;TAR..;.....;.....;.....", ".....;TART.;.....;.....;.....", "legal"),
    ("XW-6", ".....;.ART.;.....;.....;.....", ".....;TART.;.....;.....;.....", "legal"),
    ("XW-6", ".....;.MILE;.....;.....;.....", ".....;SMILE;.....;.....;.....", "legal"),
    ("XW-2", ".....;GAME.;.....;.....;.....", ".....;GAME.;.....;AT...;.....", "XW-2"),
    ("XW-2", ".....;GAME.;.....;.....;.....", ".....;GAME.;.....;.....;....A", "XW-2"),
    ("XW-2", ".....;GAME.;.....;.....;.....", ".S...;GAME.;...V.;.....;.....", "XW-2"),
    ("XW-2", ".....;GAME.;.....;.....;.....", ".S...;GAME.;.L.V.;.T.E.;...N.", "XW-2"),
    ("XW-2", ".....;GAME.;.....;.....;.....", ".S...;GAME.;.L...;.....;.T...", "XW-2 ALL-5"),
    ("XW-2", ".....;GAME.;.....;.....;.....", ".....;GAME.;....A;...T.;.....", "XW-2"),
    (
        "XW-2",
        "......;GAME..;......;......;......;......",
        "...S..;GAME..;...I..;...N..;...G..;...E..",
        "XW-2",
    ),
    ("XW-2", "CAT....", "CATFISH", "legal"),
    ("XW-2", "CAT.........", "CATERPILLAR.", "XW-2"),
    ("XW-2", "CAT.........", "CATERPILLAR.", "legal", {"options": {"any_length": True}}),
    ("XW-2", "CAT.........", "CATERPILLAR.", "legal", {"options": {"wide_open": True}}),
    ("XW-3", ".....;GAME.;.....;.....;.....", ".S...;GAME.;.Q...;.....;.....", "XW-3"),
    ("XW-3", ".....;GAME.;.....;.....;.....", ".....;GAMEX;.....;.....;.....", "XW-3 ALL-1"),
    ("XW-3", ".....;.....;.....;.....;.....", ".....;EMAG.;.....;.....;.....", "XW-3 ALL-6"),
    ("XW-3", ".....;GAME.;.....;.....;.....", ".T...;GAME.;.L...;.S...;.....", "XW-3 ALL-6 "),
    ("XW-4", ".....;.....;.....;.....;.....", ".....;CATS.;.....;.....;.....", "XW-4"),
    ("XW-4", ".....;.....;.....;.....;.....", ".....;HATS.;.....;.....;.....", "XW-4"),
    ("XW-4", ".....;CAT..;.....;.....;.....", ".....;CATS.;.....;.....;.....", "XW-4"),
    ("XW-4", ".....;TREE.;.....;.....;.....", ".....;TREES;.....;.....;.....", "XW-4"),
    ("XW-4", "..C..;..A..;..T..;.....;.....", "..C..;..A..;..T..;..S..;.....", "XW-4"),
    ("XW-4", "CHURCH..", "CHURCHES", "XW-4"),
    ("XW-4", "CAT..;.....;.....;.....;.....", "CATS.;...A.;...L.;...T.;.....", "legal"),
    ("XW-4", ".....;CAT..;.....;.....;.....", "...I.;CATS.;...S.;.....;.....", "XW-3"),
    ("XW-4", ".....;CAT..;.....;.....;.....", "...A.;CATS.;...K.;.....;.....", "legal"),
    ("XW-4", ".....;CAT..;.....;.....;.....", "...I.;CATS.;.....;.....;.....", "legal"),
    ("XW-4", "CHURCH..;........;........", "CHURCHES;.......E;.......A", "XW-2 ALL-5"),
    ("XW-4", ".....;SMIL.;.....;.....;.....", ".....;SMILE;.....;.....;.....", "legal"),
    ("XW-4", "......;SMILE.", "......;SMILES", "legal"),
    ("XW-4", "LAUGH.", "LAUGHS", "legal"),
    (
        "XW-4",
        ".....;CAT..;.....;.....;.....",
        ".....;CATS.;.....;.....;.....",
        "legal",
        {"options": {"wide_open": True}},
    ),
    (
        "XW-4",
        ".....;CAT..;.....;.....;.....",
        ".....;CATS.;.....;.....;.....",
        "XW-4",
        {"options": {"any_length": True}},
    ),
    (
        "XW-4",
        ".....;CAT..;.....;.....;.....",
        ".....;CATS.;.....;.....;.....",
        "XW-4",
        {"options": {"quick": True}},
    ),
    ("XW-4", ".....;CAT..;.....;.....;.....", ".....;CATs.;.....;.....;.....", "XW-4"),
    ("XW-4", ".....;.....;.....;.....;.....", ".....;BUS..;.....;.....;.....", "legal"),
    ("XW-4", ".....;.....;.....;.....;.....", ".....;GAS..;.....;.....;.....", "legal"),
    ("XW-4", ".....;.....;.....;.....;.....", ".....;MEN..;.....;.....;.....", "legal"),
    ("XW-5", "....;....", "ROME;....", "XW-5 XW-3 ALL-1 ALL-5"),
    ("XW-5", ".....", "PARIS", "XW-5", {"options": {"any_length": True}}),
    ("XW-5", ".....", "PARIS", "legal", {"options": {"wide_open": True}}),
    ("XW-5", "....", "OUIX", "XW-3 XW-5"),
    ("XW-7", ".M.;...;...", ".M.;AeT;.N.", "XW-2"),
    ("XW-7", ".M.;.e.;.N.", ".M.;BeT;.N.", "legal"),
    ("XW-7", ".M.;.e.;.N.", ".M.;ZeT;.N.", "XW-3"),
    ("XW-7", "...;MeN;...", ".H.;MaN;.T.", "XW-7"),
    ("XW-7", "...;MeN;...", ".H.;MeN;.Q.", "XW-3"),
    ("XW-7", "...;M?N;...", ".H.;M?N;.T.", "legal"),
    ("XW-7", "...;MeN;...", "...;MaN;...", "XW-7"),
    ("XW-8", "...;MeN;...", "...;MEN;...", "XW-8"),
    ("XW-8", "MEN", "MAN", "XW-8"),
    ("XW-8", "MEN.", "ME..", "XW-8"),
    ("XW-8", "MEN.", ".MEN", "XW-8"),
    ("XW-8", ".S...;GAME.;.L...;.T...;.....", ".H...;GAME.;.L...;.T...;.....", "XW-8"),
    ("XW-8", ".S...;GAME.;.L...;.T...;.....", ".....;GAME.;.....;.....;.....", "XW-8"),
    ("XW-8", ".S...;GAME.;.L...;.T...;.....", ".....;.....;.....;.....;.....", "XW-8"),
    ("XW-8", "MEN.;....", "ME.T;....", "XW-8"),
    (
        "XW-2",
        ".....;GAME.;.....;.....;.....",
        ".S...;GAME.;.L...;.T...;.....",
        "legal",
        {"hand": "SLTABCDEFG"},
    ),
    ("XW-2", ".....;GAME.;.....;.....;.....", ".S...;GAME.;.l...;.T...;.....", "legal", {"hand": "ST?"}),
    ("XW-2", ".....;GAME.;.....;.....;.....", ".S...;GAME.;.L...;.T...;.....", "XW-2", {"hand": "SL"}),
    ("XW-2", ".....;GAME.;.....;.....;.....", ".S...;GAME.;.L...;.T...;.....", "XW-2", {"hand": "SL?"}),
    ("ALL-7", ".....;GAME.;.....;.....;.....", ".S...;GAME.;.L...;.T...;.....", "legal", {"players": 6}),
]


def _table(game: str, text: str) -> dict[str, object]:
    body, slash, card = text.partition("/")
    lies = body.split() if game == "lexicon" else body.strip().split(";")
    table: dict[str, object] = {"words" if game == "lexicon" else "grid": lies}
    return table | ({"exposed": card.strip("- ")} if slash else {})


def _judged(game: str, before: str, after: str, more: dict[str, Any]) -> dict[str, Any]:
    question = {"game": game, "before": _table(game, before), "after": _table(game, after), **more}
    return judge_line(json.dumps(question).encode())


def _check(game: str, case: Case) -> None:
    _, before, after, expected, *more = case
    answer = _judged(game, before, after, more[0] if more else {})
    told = [breach["clause"] for breach in answer["breaches"]]
    if expected == "legal":
        assert (answer["ruling"], told) == ("legal", [])
        return
    first, *others = expected.split()
    assert (answer["ruling"], told[0]) == ("illegal", first)
    assert set(others) <= set(told)


@pytest.mark.parametrize("case", LEXICON, ids=lambda case: f"{case[0]} {case[1]} to {case[2]}")
def test_lexicon(case: Case) -> None:
    _check("lexicon", case)


@pytest.mark.parametrize("name", ["crossword", "Crossword Lexicon", "crossword_lexicon", "CROSSWORD-LEXICON"])
def test_a_game_goes_by_its_name_in_any_writing(name: str) -> None:
    assert _judged(name, "....", "GAME", {})["ruling"] == "legal"


@pytest.mark.parametrize("case", CROSSWORD, ids=lambda case: f"{case[0]} {case[1]} to {case[2]}")
def test_crossword(case: Case) -> None:
    _check("crossword", case)
