package dev.plimsoll.testkit.gen;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/** Makes a value out of randomness: the same value for the same state of the generator. */
@FunctionalInterface
public interface Gen<T> {
    T from(RandomGenerator random);

    default <R> Gen<R> map(Function<? super T, ? extends R> change) {
        return random -> change.apply(from(random));
    }

    /** Between {@code least} and {@code most} values, both included. */
    default Gen<List<T>> list(int least, int most) {
        return random -> {
            var size = random.nextInt(least, most + 1);
            var values = new ArrayList<T>(size);
            for (var i = 0; i < size; i++) values.add(from(random));
            return List.copyOf(values);
        };
    }

    static <T> Gen<T> always(T value) {
        return _ -> value;
    }

    /** One of the values, each as likely as the others. */
    @SafeVarargs
    @SuppressWarnings("varargs") // copied at once
    static <T> Gen<T> oneOf(T... values) {
        var choices = List.of(values);
        return random -> choices.get(random.nextInt(choices.size()));
    }

    /** What one of the generators makes, each as likely as the others. */
    @SafeVarargs
    @SuppressWarnings("varargs") // copied at once
    static <T> Gen<T> anyOf(Gen<? extends T>... generators) {
        var choices = List.of(generators);
        return random -> choices.get(random.nextInt(choices.size())).from(random);
    }

    /** True in {@code percent} of a hundred cases. */
    static boolean chance(RandomGenerator random, int percent) {
        return random.nextInt(100) < percent;
    }
}
