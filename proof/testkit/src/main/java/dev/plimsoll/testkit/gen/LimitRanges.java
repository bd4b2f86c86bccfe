package dev.plimsoll.testkit.gen;

import dev.plimsoll.core.model.LimitRange;
import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** LimitRanges of a namespace. Their parts need not agree with each other: nothing that reads them may rely on it. */
public final class LimitRanges {
    private LimitRanges() {}

    /** Up to three LimitRanges with different names, in no order. */
    public static Gen<List<LimitRange>> ofNamespace() {
        return random -> {
            var offset = random.nextInt(3);
            return IntStream.range(0, random.nextInt(4))
                    .mapToObj(i -> range("range-" + (i + offset) % 3, random))
                    .toList();
        };
    }

    private static LimitRange range(String name, RandomGenerator random) {
        var container = item(LimitRange.TYPE_CONTAINER, random);
        var pod = item(LimitRange.TYPE_POD, random);
        var items = Gen.<List<LimitRange.Item>>oneOf(List.of(container), List.of(pod), List.of(pod, container))
                .from(random);
        return new LimitRange(ObjectMeta.named(name), items);
    }

    private static LimitRange.Item item(String type, RandomGenerator random) {
        return new LimitRange.Item(
                type, compute(random), compute(random), compute(random), compute(random), ratio(random));
    }

    private static ResourceAmounts compute(RandomGenerator random) {
        var amounts = ResourceAmounts.ABSENT;
        if (random.nextBoolean())
            amounts = amounts.with(ResourceName.CPU, Quantities.cpu().from(random));
        if (random.nextBoolean())
            amounts = amounts.with(ResourceName.MEMORY, Quantities.memory().from(random));
        return amounts;
    }

    private static ResourceAmounts ratio(RandomGenerator random) {
        return Gen.chance(random, 70) ? ResourceAmounts.ABSENT : ResourceAmounts.parse("cpu=" + random.nextInt(1, 5));
    }
}
