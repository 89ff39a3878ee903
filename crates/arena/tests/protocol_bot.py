"""A program that plays the first legal move, in the protocol it is told to speak."""
import sys, time


def say(*words):
    print(*words, flush=True)


def ponder():
    """Thinks where it hopes that nobody measures."""
    if "ponder" in sys.argv:
        time.sleep(3)


def codingame():
    while True:
        line = sys.stdin.readline()
        if not line:
            return
        moves = [sys.stdin.readline().strip() for _ in range(int(sys.stdin.readline()))]
        say(moves[0], "the first")


def gomocup():
    board, size = {}, (0, 0)

    def move():
        cells = ((x, y) for y in range(size[1]) for x in range(size[0]))
        x, y = next(cell for cell in cells if cell not in board)
        board[x, y] = 1
        say("MESSAGE I play", x, y)
        say(f"{x},{y}")

    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word in ("START", "RECTSTART"):
            numbers = [int(n) for n in rest.split(",")]
            size = (numbers[0], numbers[-1])
            say("OK")
        elif word == "INFO" and rest.startswith("time_left"):
            say("ERROR I was not listening")
        elif word == "BEGIN" and "deaf" in sys.argv:
            say("ERROR what now?")
        elif word == "BEGIN":
            move()
        elif word == "TURN":
            x, y = map(int, rest.split(","))
            board[x, y] = 2
            move()
        elif word == "BOARD":
            board.clear()
            for cell in iter(lambda: sys.stdin.readline().strip(), "DONE"):
                x, y, owner = map(int, cell.split(","))
                board[x, y] = owner
            move()
        elif word == "END":
            return


class Othello:
    def __init__(self):
        self.board = {(3, 3): "w", (4, 4): "w", (4, 3): "b", (3, 4): "b"}

    def turned(self, x, y, side):
        found = []
        for dx, dy in [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b]:
            run, at = [], (x + dx, y + dy)
            while self.board.get(at, side) != side:
                run.append(at)
                at = (at[0] + dx, at[1] + dy)
            if at in self.board:
                found += run
        return found if (x, y) not in self.board else []

    def play(self, move, side):
        if move.lower() in ("pass", "pa"):
            return
        x, y = ord(move[0].lower()) - ord("a"), int(move[1]) - 1
        for at in self.turned(x, y, side) + [(x, y)]:
            self.board[at] = side

    def first(self, side):
        cells = ((x, y) for y in range(8) for x in range(8) if self.turned(x, y, side))
        return next((chr(ord("a") + x) + str(y + 1) for x, y in cells), None)


def gtp():
    """Takes the main time for each move where there is a period after it, as Edax does."""
    game, thinks = Othello(), 0
    for line in sys.stdin:
        words = line.split()
        if words[0] == "clear_board":
            game = Othello()
        elif words[0] == "play":
            ponder()
            game.play(words[2], words[1][0])
        elif words[0] == "time_settings":
            main, _, stones = map(int, words[1:])
            thinks = main if stones else 0
        elif words[0] == "genmove":
            time.sleep(thinks)
            move = game.first(words[1][0]) or "PASS"
            game.play(move, words[1][0])
            say(f"= {move.upper()}\n")
            continue
        elif words[0] == "quit":
            say("=\n")
            return
        say("? unknown command\n" if words[0] == "set_game" else "=\n")


def nboard():
    game, side = Othello(), "b"
    for line in sys.stdin:
        words = line.split()
        if words[:2] == ["set", "game"]:
            ponder()
            game, side = Othello(), "b"
            for move in line.split("*]")[1].split("]")[:-1]:
                colour, _, cell = move.partition("[")
                side = colour.strip().lower()
                game.play(cell, side)
                side = "w" if side == "b" else "b"
        elif words[0] == "ping" and "pongs" in sys.argv:
            for _ in range(600):
                say("pong 0")
                time.sleep(0.1)
        elif words[0] == "ping":
            say("pong", words[1])
        elif words[0] == "go":
            say("status thinking")
            say("nodestats 64 0.01")
            say(f"=== {(game.first(side) or 'PA').upper()}/-2.50/0.01")
        elif words[0] == "quit":
            return


{"codingame": codingame, "gomocup": gomocup, "gtp": gtp, "nboard": nboard}[sys.argv[1]]()
