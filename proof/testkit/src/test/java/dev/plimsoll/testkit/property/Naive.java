package dev.plimsoll.testkit.property;

import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.quantity.Quantity;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Slow and obvious twins of the core's calculations: maps of plain decimal numbers, every sum from scratch. */
final class Naive {
    private static final Pattern QUANTITY =
            Pattern.compile("([+-]?)([0-9]*)(?:\\.([0-9]*))?(n|u|m|k|M|G|T|P|E|Ki|Mi|Gi|Ti|Pi|Ei|[eE][+-]?[0-9]+|)");
    private static final BigDecimal LARGEST = new BigDecimal(Long.MAX_VALUE);

    private Naive() {}

    /** The number that a text stands for, if it is a quantity. */
    static Optional<BigDecimal> parse(String text) {
        var parts = QUANTITY.matcher(text);
        if (text.isEmpty() || !parts.matches()) return Optional.empty();
        var fraction = parts.group(3) == null ? "" : parts.group(3);
        var digits = new BigDecimal(new BigInteger("0" + parts.group(2) + fraction), fraction.length());
        var suffix = parts.group(4);
        if (isBeyondReason(suffix)) return Optional.empty();
        var number = digits.multiply(factor(suffix));
        var rounded = number.scale() > 9 ? number.setScale(9, RoundingMode.UP) : number;
        var capped = suffix.endsWith("i") ? rounded.min(LARGEST) : rounded;
        return Optional.of(parts.group(1).equals("-") ? capped.negate() : capped);
    }

    /** Exponents have a bound, so that a short text cannot make a number that fills the memory. */
    private static boolean isBeyondReason(String suffix) {
        if (suffix.length() < 2 || suffix.endsWith("i")) return false;
        return new BigInteger(suffix.substring(1)).abs().compareTo(BigInteger.valueOf(4096)) > 0;
    }

    private static BigDecimal factor(String suffix) {
        if (suffix.isEmpty()) return BigDecimal.ONE;
        if (suffix.endsWith("i")) return BigDecimal.valueOf(1024).pow("KMGTPE".indexOf(suffix.charAt(0)) + 1);
        if (suffix.length() > 1) return BigDecimal.ONE.scaleByPowerOfTen(Integer.parseInt(suffix.substring(1)));
        return BigDecimal.ONE.scaleByPowerOfTen(3 * ("num kMGTPE".indexOf(suffix.charAt(0)) - 3));
    }

    static Map<String, BigDecimal> numbers(ResourceAmounts amounts) {
        var numbers = new TreeMap<String, BigDecimal>();
        for (var name : amounts.names()) numbers.put(name.text(), number(amounts.amount(name)));
        return numbers;
    }

    static BigDecimal number(Quantity quantity) {
        return plain(quantity.toBigDecimal());
    }

    /** So that equal numbers are equal objects. */
    static BigDecimal plain(BigDecimal number) {
        return number.signum() == 0 ? BigDecimal.ZERO : number.stripTrailingZeros();
    }

    /** The largest of all moments of a pod's life, each of them added up from scratch. */
    static Map<String, BigDecimal> aggregate(PodSpec spec, Function<Container, ResourceAmounts> reading) {
        var moments = new ArrayList<List<Container>>();
        var running = new ArrayList<>(spec.containers());
        running.addAll(sidecars(spec, spec.initContainers().size()));
        moments.add(running);
        for (var i = 0; i < spec.initContainers().size(); i++) {
            var moment = sidecars(spec, i);
            moment.add(spec.initContainers().get(i));
            moments.add(moment);
        }
        var names = new HashSet<String>();
        for (var moment : moments) {
            for (var container : moment)
                names.addAll(numbers(reading.apply(container)).keySet());
        }
        var result = new TreeMap<String, BigDecimal>();
        for (var name : names) {
            for (var moment : moments) {
                var asked = moment.stream()
                        .map(container -> numbers(reading.apply(container)))
                        .filter(amounts -> amounts.containsKey(name))
                        .map(amounts -> amounts.get(name))
                        .toList();
                if (asked.isEmpty()) continue;
                result.merge(name, plain(asked.stream().reduce(BigDecimal.ZERO, BigDecimal::add)), BigDecimal::max);
            }
        }
        return result;
    }

    private static List<Container> sidecars(PodSpec spec, int before) {
        var sidecars = new ArrayList<Container>();
        for (var container : spec.initContainers().subList(0, before)) {
            if (container.restartPolicy().equals("Always")) sidecars.add(container);
        }
        return sidecars;
    }

    static Map<String, BigDecimal> podRequests(PodSpec spec) {
        var total = aggregate(spec, container -> container.resources().requests());
        total.putAll(podLevel(spec.resources().requests()));
        numbers(spec.overhead()).forEach((name, amount) -> total.merge(name, amount, (a, b) -> plain(a.add(b))));
        return total;
    }

    static Map<String, BigDecimal> podLimits(PodSpec spec) {
        var total = aggregate(spec, container -> container.resources().limits());
        total.putAll(podLevel(spec.resources().limits()));
        numbers(spec.overhead())
                .forEach((name, amount) -> total.computeIfPresent(
                        name, (_, limit) -> limit.signum() == 0 ? limit : plain(limit.add(amount))));
        return total;
    }

    private static Map<String, BigDecimal> podLevel(ResourceAmounts amounts) {
        var numbers = numbers(amounts);
        numbers.keySet()
                .removeIf(name -> !name.equals("cpu") && !name.equals("memory") && !name.startsWith("hugepages-"));
        return numbers;
    }

    /** The class of a pod: of its own resources if it has any that count, else what all its containers agree on. */
    static String qos(PodSpec spec) {
        var own = podLevel(spec.resources().requests());
        own.putAll(podLevel(spec.resources().limits()));
        if (!own.isEmpty()) return qos(spec.resources());
        var classes = new HashSet<String>();
        for (var container : spec.containers()) classes.add(qos(container.resources()));
        for (var container : spec.initContainers()) classes.add(qos(container.resources()));
        return classes.size() == 1 ? classes.iterator().next() : "Burstable";
    }

    private static String qos(ResourceRequirements resources) {
        var requests = numbers(resources.requests());
        var limits = numbers(resources.limits());
        var shapes = new HashSet<String>();
        for (var name : List.of("cpu", "memory")) {
            var request = requests.getOrDefault(name, BigDecimal.ZERO);
            var limit = limits.getOrDefault(name, BigDecimal.ZERO);
            if (request.signum() == 0 && limit.signum() == 0) shapes.add("BestEffort");
            else shapes.add(request.compareTo(limit) == 0 ? "Guaranteed" : "Burstable");
        }
        return shapes.size() == 1 ? shapes.iterator().next() : "Burstable";
    }
}
