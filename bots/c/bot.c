/* An example bot for super-morpion and tic-tac-toe.
 *
 *     cc -O2 -o bot bot.c
 *     ./bot POSITION SECONDS_LEFT
 *
 * Prints its move and exits: "5 2" (grid, cell) in super-morpion, "5" in tic-tac-toe.
 * It looks one move ahead: it completes a line, blocks one, or prefers the centre. */
#include <ctype.h>
#include <stdio.h>

static char cells[9][9]; /* '.', 'x' or 'o'; tic-tac-toe uses only the first grid */

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

/* Sets count cells, starting at an index, and returns the index after them. */
static int fill(int index, int count, char piece) {
    for (; count > 0 && index < 81; count--, index++)
        cells[index / 9][index % 9] = piece;
    return index;
}

/* Scores a cell: completing a line, blocking the opponent's line, centre, corner. */
static int score(char *grid, int cell, char me, char opponent) {
    static const int cell_score[9] = {2, 1, 2, 1, 3, 1, 2, 1, 2};
    int sum = cell_score[cell];
    grid[cell] = me;
    sum += has_line(grid, me) * 100;
    grid[cell] = opponent;
    sum += has_line(grid, opponent) * 50;
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
    /* The last move is between the board and the side; tic-tac-toe has none. */
    const char *last = fields == 3 ? second : "00", *side = fields == 3 ? third : second;
    int index = 0;
    for (const char *letter = board; *letter; letter++) {
        if (isdigit((unsigned char)*letter))
            index = fill(index, *letter - '0', '.'); /* a number of empty cells */
        else if (isupper((unsigned char)*letter))
            index = fill(index, 9, (char)tolower((unsigned char)*letter)); /* a grid that is won */
        else
            index = fill(index, 1, *letter);
    }
    /* The cell of the last move is the grid to play in, unless that grid is closed. */
    int sent_to = last[1] - '1';
    int anywhere = sent_to < 0 || sent_to > 8 || !is_open(cells[sent_to]);
    char me = side[0], opponent = me == 'x' ? 'o' : 'x';
    int best_score = -1, best_grid = 0, best_cell = 0;
    for (int grid = 0; grid < 9; grid++)
        for (int cell = 0; cell < 9; cell++)
            if ((anywhere || grid == sent_to) && is_open(cells[grid]) && cells[grid][cell] == '.') {
                int value = score(cells[grid], cell, me, opponent);
                if (value > best_score) {
                    best_score = value;
                    best_grid = grid;
                    best_cell = cell;
                }
            }
    if (fields == 3)
        printf("%d ", best_grid + 1);
    printf("%d\n", best_cell + 1);
    return 0;
}
