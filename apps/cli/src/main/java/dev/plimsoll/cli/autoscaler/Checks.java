package dev.plimsoll.cli.autoscaler;

import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The rules of flags; each one that is broken becomes a sentence with the flag, its value, the rule and what would pass. */
public final class Checks {
    private final List<String> problems = new ArrayList<>();

    public List<String> problems() {
        return problems;
    }

    void problem(String flag, Object value, String rule) {
        problems.add(flag + " " + value + ": " + rule);
    }

    double fraction(String flag, double value) {
        if (!(value > 0 && value <= 1)) problem(flag, value, "must be above 0 and at most 1, such as 0.9");
        return value;
    }

    double notNegative(String flag, double value) {
        if (!(value >= 0)) problem(flag, value, "must be 0 or more, such as 0.15");
        return value;
    }

    double atLeastOne(String flag, double value) {
        if (!(value >= 1)) problem(flag, value, "must be 1 or more, such as 1.2");
        return value;
    }

    int positive(String flag, int value) {
        if (value < 1) problem(flag, value, "must be 1 or more, such as 10");
        return value;
    }

    long notNegative(String flag, long value) {
        if (value < 0) problem(flag, value, "must be 0 or more, such as 25");
        return value;
    }

    Duration positive(String flag, Duration value) {
        if (value.isZero() || value.isNegative()) problem(flag, "0", "must be longer than nothing, such as 1m");
        return value;
    }

    /** An amount of each resource that is named; zero and nothing mean none. */
    ResourceAmounts amounts(String flag, String cpu, String memory) {
        var amounts = ResourceAmounts.ABSENT;
        var cpuAmount = quantity(flag + "-cpu", cpu, "such as 4 or 500m");
        var memoryAmount = quantity(flag + "-memory", memory, "such as 8Gi");
        if (cpuAmount.isPresent()) amounts = amounts.with(Compute.CPU.resource(), cpuAmount.get());
        if (memoryAmount.isPresent()) amounts = amounts.with(Compute.MEMORY.resource(), memoryAmount.get());
        return amounts;
    }

    Optional<Quantity> quantity(String flag, String text, String example) {
        if (text.isEmpty()) return Optional.empty();
        if (Quantity.parse(text) instanceof ParsedQuantity.Parsed(var quantity)) {
            if (quantity.toBigDecimal().signum() < 0) {
                problem(flag, text, "must not be negative, " + example);
                return Optional.empty();
            }
            return quantity.isZero() ? Optional.empty() : Optional.of(quantity);
        }
        problem(flag, text, "is not a quantity, " + example);
        return Optional.empty();
    }

    /** {@code :8942} and {@code 127.0.0.1:8942}. */
    InetSocketAddress address(String flag, String text) {
        var colon = text.lastIndexOf(':');
        try {
            var port = Integer.parseInt(text.substring(colon + 1));
            var host = colon < 0 ? "" : text.substring(0, colon);
            if (colon >= 0 && port >= 0 && port < 1 << 16) {
                return host.isEmpty() ? new InetSocketAddress(port) : new InetSocketAddress(host, port);
            }
        } catch (NumberFormatException _) {
            // said below, with ports that are too large
        }
        problem(flag, text, "is not an address with a port, such as :8942 or 127.0.0.1:8942");
        return new InetSocketAddress(0);
    }
}
