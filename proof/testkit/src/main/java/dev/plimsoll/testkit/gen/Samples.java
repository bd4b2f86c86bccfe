package dev.plimsoll.testkit.gen;

import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * Holds a property against many generated values.
 *
 * <p>Every value has a seed of its own. A failure names the seed; run again with {@code -Dplimsoll.seed=SEED}, the value comes
 * first.
 */
public final class Samples {
    /** The system property that replaces the first seed. */
    public static final String SEED_PROPERTY = "plimsoll.seed";

    private static final long DEFAULT_SEED = 2837;
    private static final long GOLDEN_GAMMA = 0x9e3779b97f4a7c15L;

    private final long firstSeed;
    private final int count;

    private Samples(long firstSeed, int count) {
        this.firstSeed = firstSeed;
        this.count = count;
    }

    /** That many values, from the seed in the system property or, without one, from a fixed seed. */
    public static Samples of(int count) {
        return new Samples(Long.getLong(SEED_PROPERTY, DEFAULT_SEED), count);
    }

    public Samples withSeed(long seed) {
        return new Samples(seed, count);
    }

    /** Calls {@code property} with each value; what it throws comes back with the seed and the value. */
    public <T> void check(Gen<T> generator, Consumer<? super T> property) {
        var seed = firstSeed;
        for (var i = 0; i < count; i++, seed += GOLDEN_GAMMA) {
            var value = generator.from(new SplittableRandom(seed));
            try {
                property.accept(value);
            } catch (AssertionError | RuntimeException failure) {
                throw new AssertionError(
                        "sample " + (i + 1) + " of " + count + ", again with -D" + SEED_PROPERTY + "=" + seed + ": "
                                + value + "\n" + failure.getMessage(),
                        failure);
            }
        }
    }
}
