package aiproj.hexifence;

import java.io.PrintStream;

/** A player of Hexifence, as the original course declares it. */
public interface Player {
    /** Begins a game on a board of dimension n as colour p; negative: failed. */
    int init(int n, int p);

    /** Returns the next move. */
    Move makeMove();

    /** Takes note of a move of the opponent: -1 illegal, 0 no capture, 1 capture. */
    int opponentMove(Move m);

    /** Tells who has won, as a constant of Piece; EMPTY while the game goes on. */
    int getWinner();

    /** Prints the board. */
    void printBoard(PrintStream output);
}
