"""A bot with a fault, for tests: `faulty_bot.py FAULT[:MARK] [POSITION SECONDS]`. The mark
distinguishes the processes of one test from those of others."""
import os, sys, time

fault, arguments = sys.argv[1].partition(":")[0], sys.argv[2:]

def orphan(seconds):
    """Starts a process that outlives this one, in a session of its own."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            for descriptor in (0, 1, 2):
                os.close(descriptor)
            time.sleep(seconds)
        os._exit(0)
    os.wait()

def intruder():
    """Starts a process that outlives this one, in the process group of the referee."""
    group = os.getpgid(os.getppid())
    if os.fork() == 0:
        os.setpgid(0, group)
        for descriptor in (0, 1, 2):
            os.close(descriptor)
        time.sleep(60)
        os._exit(0)
    time.sleep(0.2)

def first_empty(position):
    cells = ""
    for letter in position.split()[0]:
        cells += "." * int(letter) if letter.isdigit() else letter
    return cells.index(".") + 1

def oneshot(position):
    if fault.startswith("sm-"):
        sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../../bots/python"))
        import bot
        grid, cell = map(int, bot.choose(position, 1).split())
        print(cell, grid) if fault == "sm-swapped" else print(grid - 1, cell - 1)
        return
    move = first_empty(position)
    if fault == "illegal":
        taken = 0
        for letter in position.split()[0]:
            if not letter.isdigit():
                break
            taken += int(letter)
        move = taken + 1 if taken < 9 else move
    if fault == "nonsense":
        move = "resistance"
    if fault == "talk":
        print("thinking about it")
    if fault == "flood":
        while True:
            sys.stdout.write("x" * 60 + "\n")
    if fault == "long-line":
        while True:
            sys.stdout.write("x" * 4096)
    if fault == "silent":
        time.sleep(60)
    if fault == "die":
        sys.stderr.write("ValueError: no such move\n")
        sys.exit(3)
    if fault == "crash":
        os.kill(os.getpid(), 11)
    if fault == "mute":
        return
    if fault == "sleep":
        time.sleep(0.05)
    if fault == "memory":
        bytes(1 << 30)
    if fault == "zero":
        move -= 1
    if fault == "orphan":
        orphan(60)
    if fault == "intruder":
        intruder()
    if fault == "long":
        move = "x" * 50_000
    if fault == "late-line":
        print(flush=True)
        time.sleep(1.5)
    if fault == "clean-orphan":
        reader, writer = os.pipe()
        if os.fork() == 0:
            os.setsid()
            os.close(1)
            os.execve("/bin/sleep", ["sleep", "60"], {})
        os.close(writer)
        os.read(reader, 1)  # until the child has replaced its environment
    sys.stdout.write(str(move))
    if fault not in ("no-newline", "linger-open"):
        sys.stdout.write("\n")
    sys.stdout.flush()
    if fault in ("linger", "linger-open"):
        time.sleep(60)

def ugi():
    """Speaks UGI for tic-tac-toe, with the fault."""
    if fault == "ugi-hang-at-start":
        time.sleep(60)
    if fault == "ugi-no-flush":
        sys.stdout = open(1, "w")
    flush = fault != "ugi-no-flush"
    if fault == "ugi-child":
        os.spawnvp(os.P_NOWAIT, "sleep", ["sleep", "60"])
    taken = []
    for line in sys.stdin:
        words = line.split()
        if words[0] == "ugi":
            print("ugiok", end="" if fault == "ugi-ok-no-newline" else "\n", flush=flush)
        elif words[0] == "isready":
            print("readyok", flush=flush)
        elif words[0] == "position":
            taken = words[3:]
        elif words[0] == "go":
            if fault == "ugi-sleep":
                time.sleep(0.02 * (1 + len(taken)))
            if fault == "ugi-die":
                sys.exit(7)
            names = [column + row for row in "321" for column in "abc"]
            free = [name for name in names if name not in taken]
            if fault == "ugi-leave" and len(taken) == 6:
                os.close(0)
                print("bestmove", free[0], flush=True)
                os._exit(0)
            print("info depth 1 nodes 9 score cp 12", flush=flush)
            if fault == "ugi-deaf":
                os.close(0)
            if fault in ("ugi-plain", "ugi-case", "ugi-no-newline", "ugi-echo", "ugi-bare"):
                word = {"ugi-plain": "", "ugi-case": "BestMove ", "ugi-no-newline": "bestmove "}.get(fault)
                answer = line.strip() if fault == "ugi-echo" else "bestmove" if fault == "ugi-bare" else word + free[0]
                print(answer, end="" if fault == "ugi-no-newline" else "\n", flush=True)
                continue
            twice = f"\nbestmove {free[0]}" if fault == "ugi-twice" else ""
            print(f"bestmove {free[0]}{twice}", flush=flush)
            if fault == "ugi-deaf":
                for _ in range(600):
                    print("info string still running", flush=True)
                    time.sleep(0.1)
        elif words[0] == "quit":
            if fault == "ugi-orphan":
                orphan(60)
            if fault == "ugi-hang-at-stop":
                time.sleep(60)
            return

ugi() if fault.startswith("ugi") else oneshot(arguments[0])
