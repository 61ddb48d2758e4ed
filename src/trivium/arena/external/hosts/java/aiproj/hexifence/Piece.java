package aiproj.hexifence;

/** The colours, and what else getWinner may tell. */
public interface Piece {
    int BLUE = 1;
    int RED = 2;
    int DEAD = 3;
    int EMPTY = 0;
    int INVALID = -1;
}
