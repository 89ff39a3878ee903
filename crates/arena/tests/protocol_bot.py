"""A bot that plays the first legal move: `protocol_bot.py PROTOCOL [ponder|pongs|deaf]`."""
import sys, time


def send(*words):
    print(*words, flush=True)


def ponder():
    """Thinks before the move is requested, if asked to."""
    if "ponder" in sys.argv:
        time.sleep(3)


def codingame():
    while True:
        line = sys.stdin.readline()
        if not line:
            return
        moves = [sys.stdin.readline().strip() for _ in range(int(sys.stdin.readline()))]
        send(moves[0], "the first")


def gomocup():
    board, size = {}, (0, 0)

    def move():
        cells = ((x, y) for y in range(size[1]) for x in range(size[0]))
        x, y = next(cell for cell in cells if cell not in board)
        board[x, y] = 1
        send("MESSAGE I play", x, y)
        send(f"{x},{y}")

    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word in ("START", "RECTSTART"):
            numbers = [int(n) for n in rest.split(",")]
            size = (numbers[0], numbers[-1])
            send("OK")
        elif word == "INFO" and rest.startswith("time_left"):
            send("ERROR I was not listening")
        elif word == "BEGIN" and "deaf" in sys.argv:
            send("ERROR what now?")
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

    def flipped(self, x, y, side):
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
        for at in self.flipped(x, y, side) + [(x, y)]:
            self.board[at] = side

    def first(self, side):
        cells = ((x, y) for y in range(8) for x in range(8) if self.flipped(x, y, side))
        return next((chr(ord("a") + x) + str(y + 1) for x, y in cells), None)


def gtp():
    """Uses the main time for each move if there is a byo-yomi period, as Edax does."""
    game, seconds = Othello(), 0
    for line in sys.stdin:
        words = line.split()
        if words[0] == "clear_board":
            game = Othello()
        elif words[0] == "play":
            ponder()
            game.play(words[2], words[1][0])
        elif words[0] == "time_settings":
            main, _, stones = map(int, words[1:])
            seconds = main if stones else 0
        elif words[0] == "genmove":
            time.sleep(seconds)
            move = game.first(words[1][0]) or "PASS"
            game.play(move, words[1][0])
            send(f"= {move.upper()}\n")
            continue
        elif words[0] == "quit":
            send("=\n")
            return
        send("? unknown command\n" if words[0] == "set_game" else "=\n")


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
                send("pong 0")
                time.sleep(0.1)
        elif words[0] == "ping":
            send("pong", words[1])
        elif words[0] == "go":
            send("status thinking")
            send("nodestats 64 0.01")
            send(f"=== {(game.first(side) or 'PA').upper()}/-2.50/0.01")
        elif words[0] == "quit":
            return


{"codingame": codingame, "gomocup": gomocup, "gtp": gtp, "nboard": nboard}[sys.argv[1]]()
