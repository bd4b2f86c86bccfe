package dev.plimsoll.testkit.gen;

import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.quantity.QuantityFormat;
import java.util.List;
import java.util.random.RandomGenerator;

/** Resource lists, and requests with limits. */
public final class ResourceGen {
    public static final ResourceName HUGE_PAGES = ResourceName.hugePages("2Mi");
    public static final ResourceName GPU = ResourceName.of("example.com/gpu");
    private static final List<ResourceName> NAMES =
            List.of(ResourceName.CPU, ResourceName.MEMORY, ResourceName.EPHEMERAL_STORAGE, HUGE_PAGES, GPU);

    private ResourceGen() {}

    public static Gen<ResourceName> names() {
        return random -> NAMES.get(random.nextInt(NAMES.size()));
    }

    /** A list of any names with any of the quantities; now and then not given, or given empty. */
    public static Gen<ResourceAmounts> amounts(Gen<Quantity> quantities) {
        return random -> {
            if (Gen.chance(random, 20)) return random.nextBoolean() ? ResourceAmounts.ABSENT : ResourceAmounts.EMPTY;
            var amounts = ResourceAmounts.EMPTY;
            for (var name : NAMES) {
                if (Gen.chance(random, 50)) amounts = amounts.with(name, quantities.from(random));
            }
            return amounts;
        };
    }

    /** Requests and limits that may contradict each other. */
    public static Gen<ResourceRequirements> anyRequirements(Gen<Quantity> quantities) {
        var amounts = amounts(quantities);
        return random -> switch (random.nextInt(10)) {
            case 0 -> ResourceRequirements.ABSENT;
            case 1 -> ResourceRequirements.EMPTY;
            default -> ResourceRequirements.of(amounts.from(random), amounts.from(random));
        };
    }

    /** Requests and limits that validation accepts in a container. */
    public static Gen<ResourceRequirements> soundRequirements() {
        return random -> {
            if (Gen.chance(random, 15))
                return random.nextBoolean() ? ResourceRequirements.ABSENT : ResourceRequirements.EMPTY;
            var sound = ResourceRequirements.EMPTY;
            sound = with(sound, ResourceName.CPU, Quantities.cpu(), random);
            sound = with(sound, ResourceName.MEMORY, Quantities.memory(), random);
            if (Gen.chance(random, 15))
                sound = with(sound, ResourceName.EPHEMERAL_STORAGE, Quantities.memory(), random);
            if (Gen.chance(random, 15))
                sound = withFixed(sound, GPU, Quantity.of(random.nextInt(5), QuantityFormat.DECIMAL_SI), random);
            var company = sound.limits().contains(ResourceName.CPU)
                    || sound.requests().contains(ResourceName.CPU);
            if (company && Gen.chance(random, 20)) sound = withFixed(sound, HUGE_PAGES, pages(random), random);
            return sound;
        };
    }

    /** A whole number of 2 MiB pages. */
    static Quantity pages(RandomGenerator random) {
        return Quantity.of(random.nextLong(1, 9) << 21, QuantityFormat.BINARY_SI);
    }

    private static ResourceRequirements with(
            ResourceRequirements sound, ResourceName name, Gen<Quantity> quantities, RandomGenerator random) {
        var one = quantities.from(random);
        var other = quantities.from(random);
        var low = one.isLessThan(other) ? one : other;
        var high = one.isLessThan(other) ? other : one;
        return switch (random.nextInt(5)) {
            case 0 -> sound;
            case 1 -> sound.withRequests(sound.requests().with(name, one));
            case 2 -> sound.withLimits(sound.limits().with(name, one));
            case 3 ->
                sound.withRequests(sound.requests().with(name, one))
                        .withLimits(sound.limits().with(name, one));
            default ->
                sound.withRequests(sound.requests().with(name, low))
                        .withLimits(sound.limits().with(name, high));
        };
    }

    /** For resources that cannot be overcommitted: a limit, and the same request or none. */
    private static ResourceRequirements withFixed(
            ResourceRequirements sound, ResourceName name, Quantity quantity, RandomGenerator random) {
        var limited = sound.withLimits(sound.limits().with(name, quantity));
        return random.nextBoolean()
                ? limited
                : limited.withRequests(limited.requests().with(name, quantity));
    }
}
