package dev.plimsoll.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.quantity.Quantity;

/**
 * Pod-level values of a recorded pod as the recorder had them in memory.
 *
 * <p>They were sums of its containers' values, and a sum of binary quantities stays binary even where it is written without a suffix: {@code 1Gi + 100Mi +
 * 1Mi + 1e3} is written {@code 1179649000}. Whoever reads that text has a decimal quantity, which is written {@code 1179649k}. So a text that is not what
 * reading it gives was binary.
 */
final class SumsInMemory {
    private static final Quantity BINARY = Quantity.of("1Ki");

    private SumsInMemory() {}

    static Pod of(Pod read, JsonNode recorded) {
        var resources = read.spec().resources();
        if (!resources.isDeclared()) return read;
        var texts = recorded.path("spec").path("resources");
        return read.withSpec(read.spec()
                .withResources(resources
                        .withRequests(amounts(resources.requests(), texts.path("requests")))
                        .withLimits(amounts(resources.limits(), texts.path("limits")))));
    }

    private static ResourceAmounts amounts(ResourceAmounts read, JsonNode texts) {
        var amounts = read;
        for (var name : read.names()) {
            var quantity = read.amount(name);
            var binary = BINARY.plus(quantity).minus(BINARY);
            var text = texts.path(name.text()).asText();
            if (!quantity.toString().equals(text) && binary.toString().equals(text))
                amounts = amounts.with(name, binary);
        }
        return amounts;
    }
}
