package dev.plimsoll.objects.autoscaling.vertical;

import static dev.plimsoll.objects.tree.DocumentFields.textMap;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.objects.tree.DraftNode;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** A list of resources as somebody wrote it: what stands there may be no quantity. */
public final class WrittenAmounts {
    private final boolean isGiven;
    private final Map<String, String> texts;

    private WrittenAmounts(boolean isGiven, Map<String, String> texts) {
        this.isGiven = isGiven;
        this.texts = texts;
    }

    static WrittenAmounts of(JsonNode owner, String name) {
        return new WrittenAmounts(owner.path(name).isObject(), textMap(owner, name));
    }

    /** The names of resources, known or not. */
    public Set<String> names() {
        return texts.keySet();
    }

    public Optional<String> text(ResourceName resource) {
        return Optional.ofNullable(texts.get(resource.text()));
    }

    /** Those that are quantities. */
    public ResourceAmounts readable() {
        var amounts = new TreeMap<ResourceName, Quantity>();
        texts.forEach((name, text) -> {
            if (Quantity.parse(text) instanceof ParsedQuantity.Parsed(var quantity)) {
                amounts.put(ResourceName.of(name), quantity);
            }
        });
        return ResourceAmounts.of(amounts);
    }

    /** All of them, absent where there is no list; one that is no quantity is an exception. */
    ResourceAmounts amounts() {
        if (!isGiven) return ResourceAmounts.ABSENT;
        var amounts = new TreeMap<ResourceName, Quantity>();
        texts.forEach((name, text) -> amounts.put(ResourceName.of(name), quantity(name, text)));
        return ResourceAmounts.of(amounts);
    }

    static Quantity quantity(String name, String text) {
        return switch (Quantity.parse(text)) {
            case ParsedQuantity.Parsed(var quantity) -> quantity;
            case ParsedQuantity.Malformed(var why) -> throw new MalformedDocumentException(name + ": " + why);
        };
    }

    /** Writes amounts where the list stands. */
    static void write(ResourceAmounts amounts, DraftNode list) {
        for (var name : amounts.names())
            list.put(name.text(), amounts.amount(name).toString());
    }
}
