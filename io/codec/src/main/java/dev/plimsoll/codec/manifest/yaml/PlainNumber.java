package dev.plimsoll.codec.manifest.yaml;

import com.fasterxml.jackson.databind.node.BigIntegerNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.NumericNode;
import java.math.BigInteger;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads numbers as kubectl does, but keeps them exact where kubectl goes through a 64-bit float.
 *
 * <ol>
 *   <li>Underscores are ignored after the first character; in a number that starts with a point they must stand
 *       between digits.
 *   <li>A whole number may be binary (0b), octal (0o, or just a leading 0) or hexadecimal (0x) if it fits 64 bits.
 *   <li>Otherwise it is decimal; a leading 0 before an 8 or 9 means nothing.
 *   <li>Whole numbers become integers of any size; those with a fraction or an exponent keep their {@link LiteralNumber
 *       literal text}, put into JSON's grammar where that is stricter ({@code +.5} is {@code 0.5}).
 *   <li>What a 64-bit float could not hold is text if too large and 0 if too small.
 * </ol>
 */
final class PlainNumber {
    private static final Pattern STRAY_UNDERSCORE = Pattern.compile("(?<![0-9])_|_(?![0-9])");
    private static final Pattern BASED =
            Pattern.compile("([-+]?)0(?:[bB](?<binary>[01]+)|[oO]?(?<octal>[0-7]+)|[xX](?<hex>[0-9a-fA-F]+))");
    private static final Pattern DECIMAL =
            Pattern.compile("(?<sign>[-+]?)(?<whole>[0-9]*)(?:\\.(?<fraction>[0-9]*))?(?<exponent>[eE][-+]?[0-9]+)?");

    /** No number that means anything is longer, and exact arithmetic on millions of digits takes minutes. */
    private static final int LONGEST = 1_000;

    private PlainNumber() {}

    /** The number, or null if the text is none. */
    static @Nullable NumericNode read(String text) {
        if (text.isEmpty() || text.length() > LONGEST || !startsLikeNumber(text.charAt(0))) return null;
        // 1.
        if (text.charAt(0) == '.' && STRAY_UNDERSCORE.matcher(text).find()) return null;
        var plain = text.replace("_", "");
        var based = based(plain);
        return based == null ? decimal(plain) : based;
    }

    private static boolean startsLikeNumber(char c) {
        return (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
    }

    /** 2. */
    private static @Nullable NumericNode based(String plain) {
        var match = BASED.matcher(plain);
        if (!match.matches()) return null;
        var sign = match.group(1);
        var binary = match.group("binary");
        var octal = match.group("octal");
        var hex = match.group("hex");
        BigInteger magnitude;
        if (binary != null) magnitude = new BigInteger(binary, 2);
        else if (octal != null) magnitude = new BigInteger(octal, 8);
        else magnitude = new BigInteger(hex, 16);
        var value = sign.equals("-") ? magnitude.negate() : magnitude;
        var bits = sign.isEmpty() ? 64 : 63;
        return value.bitLength() > bits ? null : integer(value);
    }

    /** 3, 4 and 5. */
    private static @Nullable NumericNode decimal(String plain) {
        var match = DECIMAL.matcher(plain);
        if (!match.matches()) return null;
        var whole = match.group("whole");
        var fraction = orEmpty(match.group("fraction"));
        if (whole.isEmpty() && fraction.isEmpty()) return null;
        var exponent = orEmpty(match.group("exponent"));
        var sign = match.group("sign").equals("-") ? "-" : "";
        var significant = withoutLeadingZeros(whole);
        var literal = sign + significant + (fraction.isEmpty() ? "" : "." + fraction) + exponent;
        var size = Double.parseDouble(literal);
        if (Double.isInfinite(size)) return null;
        if (fraction.isEmpty() && exponent.isEmpty()) return integer(new BigInteger(sign + significant));
        return size == 0 ? zero(literal) : new LiteralNumber(literal);
    }

    /** A zero keeps its text (0.0); a number that is merely too small to be anything else does not. */
    private static NumericNode zero(String literal) {
        var mantissa = literal.split("[eE]", 2)[0];
        var isZero = mantissa.chars().noneMatch(c -> c >= '1' && c <= '9');
        return isZero && mantissa.length() == literal.length() ? new LiteralNumber(literal) : IntNode.valueOf(0);
    }

    private static String withoutLeadingZeros(String digits) {
        var start = 0;
        while (start < digits.length() && digits.charAt(start) == '0') start++;
        return start == digits.length() ? "0" : digits.substring(start);
    }

    private static NumericNode integer(BigInteger value) {
        if (value.bitLength() < 32) return IntNode.valueOf(value.intValue());
        if (value.bitLength() < 64) return LongNode.valueOf(value.longValue());
        return BigIntegerNode.valueOf(value);
    }

    private static String orEmpty(@Nullable String group) {
        return group == null ? "" : group;
    }
}
