"""The position: one flat record, its numbers, and the ids of actions.

A house is rows of bits: row r of a seat is `occupied[seat * rows + r]`, one bit a column, with two more
planes for the feature's code and one for the locked squares. Column 0 and row 0 are the top left of its
bounding box, so the origin moves: `left` and `top` say where it lies as seen from the first card's top
left square. A seat lays at most 64 // seats cards, so 64 columns and 192 rows for all seats hold every game.
"""

from __future__ import annotations

import numpy as np

from niwashi.games.edo_yashiki.cards import CARD_HEIGHT, CARD_WIDTH, DECK

MAX_SEATS = 5
MAX_CARDS = DECK // 2
"""In one house: with two seats the whole deck is dealt."""
ROWS = CARD_HEIGHT * DECK
"""Of all houses together."""
GOAL = 25
"""E5.1"""
ALL_MARKERS = 0b1111

# -- phases ----------------------------------------------------------------------------------------
HOUSES, OPEN, GRAB, PLACE, SCORE, DONE = range(6)
PHASES = ("houses", "open", "grab", "place", "score", "over")

# -- run counts: four bits for each feature and length, packed in one number -----------------------
SHORTEST, LONGEST = 3, 5
"""E4.1: the lengths that score. Longer runs are counted together, as LONGEST + 1."""
LENGTHS = LONGEST + 2 - SHORTEST
COUNT_BITS = 4
FEATURE_BITS = COUNT_BITS * LENGTHS
COUNT = (1 << COUNT_BITS) - 1
ONE_FEATURE = (1 << FEATURE_BITS) - 1

# -- action ids ------------------------------------------------------------------------------------
# A placement is named by its card's top left square as seen from the house's top left: at most two columns to
# the left and three rows above, and at most one column or row beyond a house of one card fewer than the most.
LEFTMOST, TOPMOST = -CARD_WIDTH, -CARD_HEIGHT
PLACES_PER_ROW = CARD_WIDTH * (MAX_CARDS - 1) + 1 - LEFTMOST
PLACE_ROWS = CARD_HEIGHT * (MAX_CARDS - 1) + 1 - TOPMOST
WAYS = 2
PLACEMENTS = PLACE_ROWS * PLACES_PER_ROW * WAYS
FIRST_GRAB = PLACEMENTS
FIRST_SCORE = FIRST_GRAB + MAX_SEATS
SCORE_LENGTHS = LONGEST + 1 - SHORTEST
ACTIONS = FIRST_SCORE + 4 * SCORE_LENGTHS

NEIGHBOURS = (2 * CARD_WIDTH + 1) * (2 * CARD_HEIGHT + 1) - 4
"""The places that overlap or touch one card: all near it but the four corners."""
MAX_LEGAL = WAYS * NEIGHBOURS * (MAX_CARDS - 1)

# -- records: fields by size, so that all are aligned ----------------------------------------------
# All numbers are signed but the rows of bits: Numba makes a float of uint64 mixed with int64.
NOBODY = -1
NO_CARD = -1

SEAT = np.dtype(
    (
        np.record,
        [
            ("runs", "<i8"),  # what the last placing made and has not been scored yet
            ("times", "<i4"),  # how often each feature still scores, four bits each (E6.4)
            ("score", "<i2"),
            ("bonus", "<i2"),  # how much of the score came from E4.3
            ("left", "<i2"),
            ("top", "<i2"),
            ("width", "i1"),
            ("height", "i1"),
            ("markers", "i1"),  # E6.1: a bit a feature
            ("hand", "i1"),  # the face of the card grabbed and not yet placed, or NO_CARD
            ("scored", "i1", SCORE_LENGTHS),  # how many runs of each length were scored
            ("padding", "i1", 5),
        ],
    )
)

POSITION = np.dtype(
    (
        np.record,
        [
            ("occupied", "<u8", ROWS),
            ("low", "<u8", ROWS),
            ("high", "<u8", ROWS),
            ("locked", "<u8", ROWS),  # E3.4: squares of runs of three or more
            ("seat", SEAT, MAX_SEATS),
            ("faces", "<i2", DECK),  # the deck's distinct faces, in deck order
            ("rounds", "<i2"),  # begun so far
            ("box", "i1", DECK),  # how many cards of each face are still to come
            ("open", "i1", MAX_SEATS),  # a face, or NO_CARD
            ("taken", "i1", MAX_SEATS),  # by which seat, or NOBODY
            ("cards", "i1"),  # still in the box
            ("rows", "i1"),  # of `occupied`, for each seat
            ("phase", "i1"),
            ("waiting", "i1"),  # mask of the seats that this phase still needs
            ("seats", "i1"),
            ("starts", "i1"),  # the start seat (E2.5)
            ("specialists", "i1"),
            ("calm", "i1"),
            ("edition", "i1"),
            ("padding", "i1", 3),
        ],
    )
)

SETUP = np.dtype(
    (
        np.record,
        [
            ("faces", "<i2", DECK),
            ("box", "i1", DECK),
            ("seats", "i1"),
            ("specialists", "i1"),
            ("calm", "i1"),
            ("edition", "i1"),
            ("padding", "i1", 4),
        ],
    )
)
