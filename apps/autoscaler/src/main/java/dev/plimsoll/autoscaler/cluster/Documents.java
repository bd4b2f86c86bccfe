package dev.plimsoll.autoscaler.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.TreeMap;

/** Small parts of documents that many readers and writers share. */
public final class Documents {
    private Documents() {}

    /** A document that cannot be read; the message says what is wrong. */
    public static final class Malformed extends RuntimeException {
        private static final long serialVersionUID = 1;

        public Malformed(String message) {
            super(message);
        }
    }

    /** A resource list. */
    public static ResourceAmounts amounts(JsonNode list) {
        if (!list.isObject()) return ResourceAmounts.ABSENT;
        var entries = new TreeMap<ResourceName, Quantity>();
        for (var entry : list.properties()) {
            switch (Quantity.parse(entry.getValue().asText())) {
                case ParsedQuantity.Parsed(var quantity) -> entries.put(ResourceName.of(entry.getKey()), quantity);
                case ParsedQuantity.Malformed(var reason) -> throw new Malformed(entry.getKey() + ": " + reason);
            }
        }
        return ResourceAmounts.of(entries);
    }

    public static void write(ResourceAmounts amounts, ObjectNode list) {
        for (var name : amounts.names())
            list.put(name.text(), amounts.amount(name).toString());
    }

    /** A time; empty where there is none or none that can be read. */
    public static Optional<Instant> time(JsonNode text) {
        return text.isTextual() ? time(text.textValue()) : Optional.empty();
    }

    /** The same of a text. */
    public static Optional<Instant> time(String text) {
        try {
            return Optional.of(Instant.parse(text));
        } catch (DateTimeParseException _) {
            return Optional.empty();
        }
    }

    /** To the second, as objects have it. */
    public static String text(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
