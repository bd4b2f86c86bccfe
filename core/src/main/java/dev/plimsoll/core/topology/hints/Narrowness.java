package dev.plimsoll.core.topology.hints;

/**
 * Which of two combinations that are not preferred is better.
 *
 * <p>(1) No larger than the narrow-enough size beats larger. (2) Among those no larger, more nodes are better: fewer would
 * only shut out nodes that some list needs. (3) Among larger ones, fewer are better. (4) At the same size, the fitter.
 *
 * @param narrowEnough the largest of the lists' smallest sizes
 */
record Narrowness(int narrowEnough, Fitness fitness) {
    boolean isBetter(long mask, long other) {
        var size = Long.bitCount(mask);
        var otherSize = Long.bitCount(other);
        if (size == otherSize) return fitness.isFitter(mask, other);
        var fits = size <= narrowEnough;
        var otherFits = otherSize <= narrowEnough;
        if (fits != otherFits) return fits;
        return fits ? size > otherSize : size < otherSize;
    }
}
