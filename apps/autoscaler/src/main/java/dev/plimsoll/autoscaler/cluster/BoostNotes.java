package dev.plimsoll.autoscaler.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceRequirements;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/** The annotations of a boosted pod: what each boosted container had at first. */
public final class BoostNotes {
    public static final String PREFIX = "vpaCpuStartupBoost/";

    private BoostNotes() {}

    /** By container; empty for a pod that is not boosted. */
    public static Map<String, ResourceRequirements> of(Pod pod) {
        var notes = new TreeMap<String, ResourceRequirements>();
        pod.metadata().annotations().forEach((name, text) -> {
            if (name.startsWith(PREFIX)) notes.put(name.substring(PREFIX.length()), read(text));
        });
        return notes;
    }

    /** A note that cannot be read says that there is a boost, and nothing more. */
    private static ResourceRequirements read(String text) {
        var document = ClientJson.read(text.getBytes(StandardCharsets.UTF_8)).orElseGet(ClientJson::object);
        return ResourceRequirements.of(amounts(document.path("requests")), amounts(document.path("limits")));
    }

    private static ResourceAmounts amounts(JsonNode node) {
        try {
            return Documents.amounts(node);
        } catch (Documents.Malformed _) {
            return ResourceAmounts.ABSENT;
        }
    }

    /** The note for a container that had these resources. */
    public static String text(ResourceRequirements original) {
        var document = ClientJson.object();
        write(document, "requests", original.requests());
        write(document, "limits", original.limits());
        return new String(ClientJson.bytes(document), StandardCharsets.UTF_8);
    }

    private static void write(ObjectNode document, String field, ResourceAmounts from) {
        var node = document.putObject(field);
        for (var compute : Compute.ALL) {
            if (from.contains(compute.resource()))
                node.put(
                        compute.resource().text(),
                        from.amount(compute.resource()).toString());
        }
    }
}
