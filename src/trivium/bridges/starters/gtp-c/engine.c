/* NAME: an agent for GAME that speaks the Go Text Protocol. Change `choose`. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MOST_MOVES 4096
#define LONGEST_LINE 100000

static char moves[MOST_MOVES][16]; /* all legal moves, as the referee has told them */
static int worth[MOST_MOVES];      /* what each brings at once: captures less what is given away */
static int count;

/* Return a move: here one of those that bring most at once. */
static const char *choose(void) {
    int best = worth[0], good = 0, pick = 0;
    for (int i = 1; i < count; i++)
        if (worth[i] > best) best = worth[i];
    for (int i = 0; i < count; i++)
        if (worth[i] == best && rand() % ++good == 0) pick = i;
    fprintf(stderr, "%d of the moves are worth %d\n", good, best);
    return moves[pick];
}

/* "trivium-moves d1:2 e1:0 ...": told by Trivium before each genmove. */
static void note_moves(char *words) {
    count = 0;
    for (char *word = strtok(words, " \t"); word && count < MOST_MOVES; word = strtok(NULL, " \t")) {
        char *colon = strrchr(word, ':');
        if (!colon || colon - word > 15) continue;
        *colon = 0;
        strcpy(moves[count], word);
        worth[count++] = atoi(colon + 1);
    }
}

int main(void) {
    static char line[LONGEST_LINE];
    srand((unsigned)time(NULL));
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\r\n")] = 0;
        char *rest = line + strcspn(line, " \t");
        if (*rest) *rest++ = 0;
        const char *answer = "= ";
        if (!*line) continue;
        if (!strcmp(line, "protocol_version")) answer = "= 2";
        else if (!strcmp(line, "name")) answer = "= NAME";
        else if (!strcmp(line, "version")) answer = "= 1";
        else if (!strcmp(line, "list_commands"))
            answer = "= protocol_version\nname\nversion\nlist_commands\nboardsize\nclear_board\n"
                     "play\nundo\ngenmove\ntrivium-setup\ntrivium-moves\nquit";
        else if (!strcmp(line, "trivium-moves")) note_moves(rest);
        else if (!strcmp(line, "genmove")) {
            printf("= %s\n\n", choose());
            fflush(stdout);
            continue;
        } else if (strcmp(line, "boardsize") && strcmp(line, "clear_board") &&
                   strcmp(line, "play") && strcmp(line, "undo") && strcmp(line, "quit") &&
                   strcmp(line, "trivium-setup"))
            answer = "? unknown command"; /* "play blue d1": keep a board of your own there */
        printf("%s\n\n", answer);
        fflush(stdout);
        if (!strcmp(line, "quit")) break;
    }
    return 0;
}
