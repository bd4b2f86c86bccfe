package dev.plimsoll.codec.patch;

import com.fasterxml.jackson.databind.JsonNode;

/** Equality of JSON values: numbers by value, whatever their width; objects whatever the order of their names. */
public final class SameJson {
    private SameJson() {}

    public static boolean same(JsonNode one, JsonNode other) {
        return one.equals(SameJson::scalarOrder, other);
    }

    /** Zero if equal; Jackson asks only for that. */
    private static int scalarOrder(JsonNode one, JsonNode other) {
        if (one.equals(other)) return 0;
        if (!one.isNumber() || !other.isNumber()) return 1;
        if (one.isIntegralNumber() && other.isIntegralNumber()) {
            return one.bigIntegerValue().equals(other.bigIntegerValue()) ? 0 : 1;
        }
        return Double.compare(one.doubleValue(), other.doubleValue()) == 0 ? 0 : 1;
    }
}
