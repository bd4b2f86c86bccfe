package dev.plimsoll.codec.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Locale;
import java.util.TreeSet;

/** A label selector as one line. */
final class SelectorText {
    private SelectorText() {}

    static String of(JsonNode selector) {
        var terms = new TreeSet<String>();
        for (var label : selector.path("matchLabels").properties()) {
            terms.add(label.getKey() + "=" + TableRow.text(label.getValue()));
        }
        for (var expression : selector.path("matchExpressions")) terms.add(term(expression));
        return terms.isEmpty() ? TableRow.NONE : String.join(",", terms);
    }

    private static String term(JsonNode expression) {
        var key = TableRow.text(expression.path("key"));
        var values = new ArrayList<>(TableRow.texts(expression.path("values")));
        values.sort(null);
        var list = " (" + String.join(",", values) + ")";
        return switch (TableRow.text(expression.path("operator")).toLowerCase(Locale.ROOT)) {
            case "in" -> key + " in" + list;
            case "notin" -> key + " notin" + list;
            case "doesnotexist" -> "!" + key;
            default -> key;
        };
    }
}
