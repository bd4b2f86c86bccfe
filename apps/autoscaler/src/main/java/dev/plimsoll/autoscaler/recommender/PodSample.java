package dev.plimsoll.autoscaler.recommender;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.autoscaler.cluster.Documents;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** What the containers of one pod used at one time, from metrics.k8s.io. */
record PodSample(ObjectName pod, long time, Map<String, Used> containers) {
    PodSample {
        containers = Map.copyOf(containers);
    }

    /** Thousandths of a core, and bytes; negative where nothing was said. */
    record Used(long cpu, long memory) {}

    /** Empty where the document cannot be read; its time is translated. */
    static Optional<PodSample> of(JsonNode document, UnaryOperator<Instant> clock) {
        var containers = new HashMap<String, Used>();
        for (var container : document.path("containers")) {
            var usage = container.path("usage");
            containers.put(
                    container.path("name").asText(),
                    new Used(units(Compute.CPU, usage.path("cpu")), units(Compute.MEMORY, usage.path("memory"))));
        }
        return Documents.time(document.path("timestamp"))
                .map(time ->
                        new PodSample(ObjectName.of(document), clock.apply(time).toEpochMilli(), containers));
    }

    /** Negative where it is no amount. */
    static long units(Compute compute, JsonNode node) {
        return node.isTextual() && Quantity.parse(node.textValue()) instanceof ParsedQuantity.Parsed(var quantity)
                ? compute.units(quantity)
                : -1;
    }
}
