package dev.plimsoll.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;

/** Two texts: how they parse and print, compare, add and subtract. */
final class QuantityReplay implements Replay {
    @Override
    public String recording() {
        return "quantity";
    }

    @Override
    public ReplayVerdict replay(JsonNode line) {
        var comparison = new LineComparison();
        var text = line.get("a").asText();
        switch (Quantity.parse(text)) {
            case ParsedQuantity.Malformed(var reason) -> comparison.text("aError", line.get("aError"), reason);
            case ParsedQuantity.Parsed(var quantity) -> {
                if (line.has("aError")) comparison.text("aError", line.get("aError"), "accepted as " + quantity);
                else compare(comparison, text, quantity, line);
            }
        }
        return comparison.verdict();
    }

    private static void compare(LineComparison comparison, String text, Quantity a, JsonNode line) {
        comparison.text("aString", line.get("aString"), a.toString());
        comparison.text("aFormat", line.get("aFormat"), a.format().kubernetesName());
        comparison.number("aSign", line.get("aSign"), a.sign());
        comparison.number("aValue", line.get("aValue"), GoInteger.value(text, a));
        comparison.number("aMilli", line.get("aMilli"), GoInteger.milliValue(text, a));
        switch (Quantity.parse(line.get("b").asText())) {
            case ParsedQuantity.Malformed(var reason) -> comparison.text("bError", line.get("bError"), reason);
            case ParsedQuantity.Parsed(var b) -> {
                comparison.number("cmp", line.get("cmp"), Integer.signum(a.compareTo(b)));
                comparison.text("sum", line.get("sum"), a.plus(b).toString());
                comparison.text("difference", line.get("difference"), a.minus(b).toString());
            }
        }
    }
}
