package dev.plimsoll.testkit.gen;

import dev.plimsoll.core.quantity.Quantity;
import java.util.random.RandomGenerator;

/** Quantities and their texts. */
public final class Quantities {
    private static final String[] SUFFIXES = {
        "", "", "", "n", "u", "m", "m", "k", "M", "G", "T", "P", "E", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"
    };
    private static final Gen<String> WRONG_SUFFIX = Gen.oneOf(
            "K", "i", "mi", "ki", "Kii", "e", "e-", "E+", "ee3", "Ki5", "m5", "nu", "MiB", "b", "B", "-5", "+");
    private static final Gen<String> STRANGE =
            Gen.oneOf(" ", "x", ",", "_", "%", "\t", "\u0000", "\u0663", "\uff11", "1.2.", "++", "Z", "\ud83d");

    private Quantities() {}

    /** Text that is a quantity, of every shape that the scan lets through. */
    public static Gen<String> texts() {
        return random -> {
            var text = sign(random) + integer(random) + fraction(random) + suffix(random);
            return text.isEmpty() ? "0" : text;
        };
    }

    /** Text that is none. */
    public static Gen<String> wrongTexts() {
        return Gen.anyOf(Gen.always(""), random -> random.nextInt(1000) + WRONG_SUFFIX.from(random), random -> {
            var text = texts().from(random);
            var at = random.nextInt(text.length() + 1);
            var strange = STRANGE.from(random);
            return text.substring(0, at) + strange + "x" + text.substring(at);
        });
    }

    /** Any characters at all, most of them near those of quantities. */
    public static Gen<String> anyTexts() {
        var near = "0123456789+-.eEinumkKMGTP";
        return random -> {
            var text = new StringBuilder();
            for (var i = random.nextInt(9); i > 0; i--) {
                var strange = Gen.chance(random, 3);
                text.append(strange ? STRANGE.from(random) : near.charAt(random.nextInt(near.length())));
            }
            return text.toString();
        };
    }

    public static Gen<Quantity> quantities() {
        return texts().map(Quantity::of);
    }

    /** Not negative, and not beyond what people write: for lists of resources. */
    public static Gen<Quantity> amounts() {
        return random -> Quantity.of(integer(random, 6)
                + Gen.oneOf("", "m", "k", "Ki", "Mi", "M", ".5", "e3").from(random));
    }

    /** CPU as people write it. */
    public static Gen<Quantity> cpu() {
        return Gen.oneOf(
                        "0", "1m", "10m", "100m", "0.25", "250m", "0.5", "500m", "1", "1.500", "1500m", "2", "1e1",
                        "64")
                .map(Quantity::of);
    }

    /** Memory as people write it. */
    public static Gen<Quantity> memory() {
        return Gen.oneOf(
                        "0", "1", "1k", "64Mi", "100M", "128Mi", "0.5Gi", "512Mi", "1e9", "1Gi", "1536Mi", "16Gi",
                        "1Ti")
                .map(Quantity::of);
    }

    private static String sign(RandomGenerator random) {
        return Gen.oneOf("", "", "", "", "-", "+").from(random);
    }

    private static String integer(RandomGenerator random) {
        var zeros = Gen.chance(random, 10) ? "0".repeat(random.nextInt(1, 4)) : "";
        return zeros + integer(random, Gen.chance(random, 20) ? 26 : 7);
    }

    private static String integer(RandomGenerator random, int digits) {
        var length = random.nextInt(digits + 1);
        var text = new StringBuilder();
        for (var i = 0; i < length; i++) text.append((char) ('0' + digit(random)));
        if (digits < 7 && text.isEmpty()) return "0";
        return text.toString();
    }

    /** Zero more often than the others: round numbers are where canonical forms differ. */
    private static int digit(RandomGenerator random) {
        return Gen.chance(random, 40) ? 0 : random.nextInt(10);
    }

    private static String fraction(RandomGenerator random) {
        if (Gen.chance(random, 60)) return "";
        var length = random.nextInt(Gen.chance(random, 20) ? 14 : 4);
        var text = new StringBuilder(".");
        for (var i = 0; i < length; i++) text.append((char) ('0' + digit(random)));
        return text.toString();
    }

    private static String suffix(RandomGenerator random) {
        if (Gen.chance(random, 80)) return SUFFIXES[random.nextInt(SUFFIXES.length)];
        var letter = random.nextBoolean() ? "e" : "E";
        return letter + Gen.oneOf("", "+", "-").from(random) + random.nextInt(Gen.chance(random, 10) ? 60 : 13);
    }
}
