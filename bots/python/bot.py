"""An example bot for super-morpion and tic-tac-toe.

    bot.py POSITION SECONDS_LEFT

Prints its move and exits: "5 2" (grid, cell) in super-morpion, "5" in tic-tac-toe.
It looks one move ahead: it completes a line, blocks one, or prefers the centre.
"""
import sys

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def has_line(grid, player):
    return any(all(grid[cell] == player for cell in line) for line in LINES)


def parse_position(position):
    """Return the grids as lists of nine cells, the grids that can be played in, and the side
    to move."""
    fields = position.split()
    cells = []
    for letter in fields[0]:
        if letter.isdigit():
            cells += ["."] * int(letter)  # a number of empty cells
        elif letter.isupper():
            cells += [letter.lower()] * 9  # a grid that is won
        else:
            cells.append(letter)
    grids = [cells[start:start + 9] for start in range(0, len(cells), 9)]
    is_open = [not has_line(g, "x") and not has_line(g, "o") and "." in g for g in grids]
    playable = [number for number in range(len(grids)) if is_open[number]]
    if len(fields) == 3 and fields[1] != "00":
        sent_to = int(fields[1][1]) - 1  # the cell of the last move is the grid to play in
        if is_open[sent_to]:
            playable = [sent_to]
    return grids, playable, fields[-1]


def score(grid, cell, me, opponent):
    """Score a cell: completing a line, blocking the opponent's line, centre, corner."""
    mine, theirs = grid[:], grid[:]
    mine[cell], theirs[cell] = me, opponent
    return (
        100 * has_line(mine, me)
        + 50 * has_line(theirs, opponent)
        + [2, 1, 2, 1, 3, 1, 2, 1, 2][cell]
    )


def choose(position, seconds_left):
    """Return the move with the highest score."""
    grids, playable, me = parse_position(position)
    opponent = "o" if me == "x" else "x"
    moves = [(g, c) for g in playable for c in range(9) if grids[g][c] == "."]
    grid, cell = max(moves, key=lambda move: score(grids[move[0]], move[1], me, opponent))
    return f"{grid + 1} {cell + 1}" if len(grids) == 9 else str(cell + 1)


if __name__ == "__main__":
    print(choose(sys.argv[1], float(sys.argv[2])))
