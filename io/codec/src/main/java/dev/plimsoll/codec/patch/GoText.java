package dev.plimsoll.codec.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.TreeMap;

/** A JSON value as Kubernetes writes it into messages about strategic merge patches: {@code map[name:a ports:[80 81]]}. */
public final class GoText {
    /** A number with a fraction or an exponent has an exponent in the text from here on. */
    private static final int FIRST_LARGE_EXPONENT = 21;

    private static final int LAST_SMALL_EXPONENT = -5;

    private final StringBuilder text = new StringBuilder();

    private GoText() {}

    public static String of(JsonNode value) {
        var go = new GoText();
        go.write(value);
        return go.text.toString();
    }

    private void write(JsonNode value) {
        switch (value) {
            case ObjectNode map -> {
                var sorted = new TreeMap<String, JsonNode>();
                map.properties().forEach(entry -> sorted.put(entry.getKey(), entry.getValue()));
                text.append("map[");
                var separator = "";
                for (var entry : sorted.entrySet()) {
                    text.append(separator).append(entry.getKey()).append(':');
                    write(entry.getValue());
                    separator = " ";
                }
                text.append(']');
            }
            case ArrayNode list -> {
                text.append('[');
                var separator = "";
                for (var item : list) {
                    text.append(separator);
                    write(item);
                    separator = " ";
                }
                text.append(']');
            }
            default -> text.append(scalar(value));
        }
    }

    private static String scalar(JsonNode value) {
        if (value.isNull()) return "<nil>";
        if (!value.isNumber() || value.isIntegralNumber()) return value.asText();
        return ofFloat(value.doubleValue());
    }

    private static String ofFloat(double value) {
        if (value == 0 || !Double.isFinite(value)) return value == 0 ? "0" : Double.toString(value);
        var exact = new BigDecimal(Double.toString(value)).stripTrailingZeros();
        var digits = exact.unscaledValue().abs().toString();
        var exponent = digits.length() - 1 - exact.scale();
        if (exponent > LAST_SMALL_EXPONENT && exponent < FIRST_LARGE_EXPONENT) return exact.toPlainString();
        var sign = value < 0 ? "-" : "";
        var fraction = digits.length() > 1 ? "." + digits.substring(1) : "";
        var power = (exponent < 0 ? "-" : "+") + (Math.abs(exponent) < 10 ? "0" : "") + Math.abs(exponent);
        return sign + digits.charAt(0) + fraction + "e" + power;
    }
}
