package dev.plimsoll.kinds.expressions.functions;

import com.google.protobuf.ByteString;
import dev.cel.common.values.CelByteString;
import dev.cel.common.values.NullValue;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** A text such as {@code %s of %.2f}, whose clauses values are put in place of. */
final class TextTemplate {
    private static final int MOST_DIGITS = 1_000;

    private final String template;
    private final Iterator<?> values;
    private final StringBuilder text = new StringBuilder();
    private int at;

    private TextTemplate(String template, List<?> values) {
        this.template = template;
        this.values = values.iterator();
    }

    static String filled(String template, List<?> values) {
        return new TextTemplate(template, values).filled();
    }

    private String filled() {
        while (at < template.length()) {
            var c = template.charAt(at++);
            if (c != '%') text.append(c);
            else if (at < template.length() && template.charAt(at) == '%') {
                text.append('%');
                at++;
            } else clause();
        }
        return text.toString();
    }

    private void clause() {
        var digits = 6;
        if (at < template.length() && template.charAt(at) == '.') {
            var start = ++at;
            while (at < template.length() && Character.isDigit(template.charAt(at))) at++;
            if (start == at || at - start > 4) throw wrong("could not parse precision");
            digits = Integer.parseInt(template.substring(start, at));
            if (digits > MOST_DIGITS) throw wrong("precision of more than " + MOST_DIGITS + " digits");
        }
        if (at == template.length()) throw wrong("unexpected end of string");
        var letter = template.charAt(at++);
        if (!values.hasNext())
            throw new IllegalArgumentException("index out of range: not enough arguments for format");
        Object value = values.next();
        text.append(
                switch (letter) {
                    case 's' -> shown(value);
                    case 'd' -> decimal(value);
                    case 'f' -> fixed(number(value, letter), digits);
                    case 'e' -> scientific(number(value, letter), digits);
                    case 'b' -> value instanceof Boolean yes ? (yes ? "1" : "0") : whole(value, letter, 2);
                    case 'o' -> whole(value, letter, 8);
                    case 'x' -> hex(value, letter);
                    case 'X' -> hex(value, letter).toUpperCase(Locale.ROOT);
                    default -> throw wrong("unrecognized formatting clause \"" + letter + "\"");
                });
    }

    private static IllegalArgumentException wrong(String why) {
        return new IllegalArgumentException("could not parse formatting clause: " + why);
    }

    private static String shown(Object value) {
        return switch (value) {
            case NullValue _ -> "null";
            case CelByteString bytes -> new String(bytes.toByteArray(), StandardCharsets.UTF_8);
            case ByteString bytes -> bytes.toStringUtf8();
            case Double number -> plain(number);
            case Duration duration -> seconds(duration);
            case List<?> list -> {
                var parts = new StringBuilder("[");
                for (var each : list)
                    parts.append(parts.length() == 1 ? "" : ", ").append(shown(each));
                yield parts.append(']').toString();
            }
            case Map<?, ?> map -> {
                var sorted = new TreeMap<String, String>();
                map.forEach((key, each) -> sorted.put(shown(key), shown(each)));
                var parts = new StringBuilder("{");
                sorted.forEach((key, each) -> parts.append(parts.length() == 1 ? "" : ", ")
                        .append(key)
                        .append(": ")
                        .append(each));
                yield parts.append('}').toString();
            }
            default -> value.toString();
        };
    }

    private static String seconds(Duration duration) {
        var exact = BigDecimal.valueOf(duration.getSeconds())
                .add(BigDecimal.valueOf(duration.getNano(), 9))
                .stripTrailingZeros();
        return exact.toPlainString() + "s";
    }

    private static String plain(double number) {
        if (Double.isNaN(number)) return "NaN";
        if (Double.isInfinite(number)) return number > 0 ? "Infinity" : "-Infinity";
        return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
    }

    private static String decimal(Object value) {
        if (value instanceof Number number && !(value instanceof Double)) return number.toString();
        if (value instanceof Double number) return plain(number);
        throw new IllegalArgumentException("decimal clause can only be used on numbers");
    }

    private static double number(Object value, char letter) {
        if (value instanceof Number number) return number.doubleValue();
        throw new IllegalArgumentException(
                (letter == 'f' ? "fixed-point" : "scientific") + " clause can only be used on doubles");
    }

    private static String fixed(double number, int digits) {
        if (Double.isNaN(number) || Double.isInfinite(number)) return plain(number);
        return new BigDecimal(number).setScale(digits, RoundingMode.HALF_EVEN).toPlainString();
    }

    private static String scientific(double number, int digits) {
        if (Double.isNaN(number) || Double.isInfinite(number)) return plain(number);
        return String.format(Locale.ROOT, "%." + digits + "e", number);
    }

    private static String whole(Object value, char letter, int radix) {
        if (value instanceof Number number && !(value instanceof Double))
            return Long.toString(number.longValue(), radix);
        throw new IllegalArgumentException("only integers can be formatted with %" + letter);
    }

    private static String hex(Object value, char letter) {
        return switch (value) {
            case String text -> HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
            case CelByteString bytes -> HexFormat.of().formatHex(bytes.toByteArray());
            case ByteString bytes -> HexFormat.of().formatHex(bytes.toByteArray());
            default -> whole(value, letter, 16);
        };
    }
}
