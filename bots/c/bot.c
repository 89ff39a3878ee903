/* A bot for super-morpion and tic-tac-toe, to start from.
 *
 *     cc -O2 -o bot bot.c
 *     ./bot POSITION SECONDS_LEFT
 *
 * prints its move and ends: "5 2" (grid, cell) in super-morpion, "5" in tic-tac-toe.
 * It looks one move ahead: it takes a line, stops one, and else likes the centre. */
#include <ctype.h>
#include <stdio.h>

static char cells[9][9]; /* '.', 'x' or 'o'; tic-tac-toe has the first grid only */

static int has_line(const char *grid, char player) {
    static const int lines[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
                                    {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
    for (int i = 0; i < 8; i++)
        if (grid[lines[i][0]] == player && grid[lines[i][1]] == player && grid[lines[i][2]] == player)
            return 1;
    return 0;
}

static int is_open(const char *grid) {
    if (has_line(grid, 'x') || has_line(grid, 'o'))
        return 0;
    for (int cell = 0; cell < 9; cell++)
        if (grid[cell] == '.')
            return 1;
    return 0;
}

/* Writes so many cells from a place on, and returns the place after them. */
static int fill(int place, int count, char with) {
    for (; count > 0 && place < 81; count--, place++)
        cells[place / 9][place % 9] = with;
    return place;
}

/* How good a cell looks: a line of mine, a line of the other, the centre, a corner. */
static int worth(char *grid, int cell, char me, char other) {
    static const int liked[9] = {2, 1, 2, 1, 3, 1, 2, 1, 2};
    int sum = liked[cell];
    grid[cell] = me;
    sum += has_line(grid, me) * 100;
    grid[cell] = other;
    sum += has_line(grid, other) * 50;
    grid[cell] = '.';
    return sum;
}

int main(int argc, char **argv) {
    char board[256], second[8], third[8];
    int fields = argc == 3 ? sscanf(argv[1], "%255s %7s %7s", board, second, third) : 0;
    if (fields < 2) {
        fprintf(stderr, "usage: bot POSITION SECONDS_LEFT\n");
        return 2;
    }
    /* The last move stands between board and side; tic-tac-toe has none. */
    const char *last = fields == 3 ? second : "00", *side = fields == 3 ? third : second;
    int place = 0;
    for (const char *letter = board; *letter; letter++) {
        if (isdigit((unsigned char)*letter))
            place = fill(place, *letter - '0', '.'); /* so many empty cells */
        else if (isupper((unsigned char)*letter))
            place = fill(place, 9, (char)tolower((unsigned char)*letter)); /* a grid that is won */
        else
            place = fill(place, 1, *letter);
    }
    /* The cell of the last move names the grid, unless that one is closed. */
    int sent_to = last[1] - '1';
    int anywhere = sent_to < 0 || sent_to > 8 || !is_open(cells[sent_to]);
    char me = side[0], other = me == 'x' ? 'o' : 'x';
    int best = -1, best_grid = 0, best_cell = 0;
    for (int grid = 0; grid < 9; grid++)
        for (int cell = 0; cell < 9; cell++)
            if ((anywhere || grid == sent_to) && is_open(cells[grid]) && cells[grid][cell] == '.') {
                int value = worth(cells[grid], cell, me, other);
                if (value > best) {
                    best = value;
                    best_grid = grid;
                    best_cell = cell;
                }
            }
    if (fields == 3)
        printf("%d ", best_grid + 1);
    printf("%d\n", best_cell + 1);
    return 0;
}
