package dev.plimsoll.nodeagent.simulated.behaviour;

import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** How much a simulated container uses as time goes by, in milli-units: thousandths of a CPU, or of a byte. */
public sealed interface UsageProfile {
    /**
     * The usage at an age.
     *
     * @param age since the container started, in seconds
     */
    double at(double age);

    /** The integral from the start: what has been used up. */
    double until(double age);

    record Constant(double level) implements UsageProfile {
        @Override
        public double at(double age) {
            return level;
        }

        @Override
        public double until(double age) {
            return level * age;
        }
    }

    /** Up and down between two levels, once per period; begins in the middle, rising. */
    record Wave(double low, double high, double period) implements UsageProfile {
        @Override
        public double at(double age) {
            return middle() + amplitude() * Math.sin(2 * Math.PI * age / period);
        }

        @Override
        public double until(double age) {
            return middle() * age + amplitude() * period / (2 * Math.PI) * (1 - Math.cos(2 * Math.PI * age / period));
        }

        private double middle() {
            return (low + high) / 2;
        }

        private double amplitude() {
            return (high - low) / 2;
        }
    }

    /** More and more, without end. */
    record Leak(double start, double perSecond) implements UsageProfile {
        @Override
        public double at(double age) {
            return start + perSecond * age;
        }

        @Override
        public double until(double age) {
            return start * age + perSecond * age * age / 2;
        }
    }

    /** High for a while at the end of each period, low otherwise. */
    record Burst(double low, double high, double length, double period) implements UsageProfile {
        @Override
        public double at(double age) {
            return age % period >= period - length ? high : low;
        }

        @Override
        public double until(double age) {
            var whole = Math.floor(age / period);
            var rest = age % period;
            var bursting = Math.max(0, rest - (period - length));
            return whole * (low * (period - length) + high * length) + low * (rest - bursting) + high * bursting;
        }
    }

    /** One that begins when the container has this age, in seconds. */
    record Later(double from, UsageProfile profile) implements UsageProfile {
        @Override
        public double at(double age) {
            return profile.at(Math.max(0, age - from));
        }

        @Override
        public double until(double age) {
            return profile.until(Math.max(0, age - from));
        }
    }

    /** A profile that could be read, or why not. */
    sealed interface Parsed {
        record Ok(UsageProfile profile) implements Parsed {}

        record Malformed(String why) implements Parsed {}
    }

    /**
     * Reads {@code constant 200m}, {@code wave 100m 500m 60s}, {@code leak 64Mi 1Mi} (per second) or {@code burst 100m 900m 5s 60s}.
     */
    static Parsed parse(String text) {
        var words = List.of(text.strip().split("\\s+", -1));
        var numbers = new ArrayList<Double>();
        for (var word : words.subList(1, words.size())) {
            var number = number(word);
            if (Double.isNaN(number)) return new Parsed.Malformed("\"" + word + "\" is neither an amount nor a time");
            numbers.add(number);
        }
        return switch (words.getFirst().toLowerCase(Locale.ROOT) + numbers.size()) {
            case "constant1" -> new Parsed.Ok(new Constant(numbers.getFirst()));
            case "wave3" -> positive(new Wave(numbers.get(0), numbers.get(1), numbers.get(2)), numbers.get(2));
            case "leak2" -> new Parsed.Ok(new Leak(numbers.get(0), numbers.get(1)));
            case "burst4" ->
                positive(new Burst(numbers.get(0), numbers.get(1), numbers.get(2), numbers.get(3)), numbers.get(3));
            default ->
                new Parsed.Malformed(
                        "\"" + text + "\" is not a profile; one of: constant AMOUNT, wave LOW HIGH PERIOD, "
                                + "leak START PER-SECOND, burst LOW HIGH LENGTH PERIOD");
        };
    }

    private static Parsed positive(UsageProfile profile, double period) {
        return period > 0 ? new Parsed.Ok(profile) : new Parsed.Malformed("a period must be longer than nothing");
    }

    private static double number(String word) {
        var seconds = seconds(word);
        if (!Double.isNaN(seconds)) return seconds;
        return switch (Quantity.parse(word)) {
            case ParsedQuantity.Parsed(var quantity) -> (double) quantity.milliValue();
            case ParsedQuantity.Malformed _ -> Double.NaN;
        };
    }

    /** {@code 50ms}, {@code 5s}, {@code 2min}, {@code 1h}; not a number if it is no time. A bare {@code m} means thousandths. */
    static double seconds(String word) {
        try {
            if (word.endsWith("ms")) return Double.parseDouble(word.substring(0, word.length() - 2)) / 1000;
            if (word.endsWith("min")) return Double.parseDouble(word.substring(0, word.length() - 3)) * 60;
            if (word.endsWith("s")) return Double.parseDouble(word.substring(0, word.length() - 1));
            if (word.endsWith("h")) return Double.parseDouble(word.substring(0, word.length() - 1)) * 3600;
            return Double.NaN;
        } catch (NumberFormatException _) {
            return Double.NaN;
        }
    }
}
