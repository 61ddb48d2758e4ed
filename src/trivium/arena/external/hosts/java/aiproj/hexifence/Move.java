package aiproj.hexifence;

/** A move: who claims the edge at which place of the grid. */
public class Move {
    public int P;
    public int Row;
    public int Col;
}
