package dev.plimsoll.kinds.rules.field;

import java.math.BigInteger;

/** Counts that may be given as a percentage. */
public final class CountRules {
    private static final String NOT_A_PERCENTAGE =
            "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for"
                    + " validation is '[0-9]+%')";
    private static final BigInteger WHOLE = BigInteger.valueOf(100);

    private CountRules() {}

    public static void notNegativeOrPercentage(FieldValue at, Findings found) {
        if (!at.isGiven()) return;
        if (!at.node().isTextual()) found.notNegative(at);
        else if (!isPercentage(at.text())) found.invalid(at, NOT_A_PERCENTAGE);
    }

    public static void notMoreThanAll(FieldValue at, Findings found) {
        if (!at.node().isTextual() || !isPercentage(at.text())) return;
        if (amount(at.text()).compareTo(WHOLE) > 0) found.invalid(at, "must not be greater than 100%");
    }

    /** Whether it stands for none: by the number in front of a percent sign, or because there is none to read. */
    public static boolean isZero(FieldValue at) {
        if (!at.isGiven()) return true;
        if (!at.node().isTextual()) return at.number() == 0;
        var number = at.text().replace("%", "");
        return !number.matches("[+-]?[0-9]+") || number.matches("[+-]?0+");
    }

    private static boolean isPercentage(String text) {
        return text.length() > 1
                && text.endsWith("%")
                && text.chars().limit(text.length() - 1L).allMatch(c -> c >= '0' && c <= '9');
    }

    private static BigInteger amount(String percentage) {
        // Nobody needs more digits to see that it is more than all.
        return new BigInteger(percentage.substring(0, Math.min(percentage.length() - 1, 40)));
    }

    /** As messages show it inside a struct: a number, or a text. */
    public static String shown(FieldValue at) {
        return at.isGiven() ? at.json() : "0";
    }
}
