package dev.plimsoll.objects.autoscaling.vertical;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.objects.tree.DraftNode;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/** The annotations of a boosted pod: what each boosted container had at first. */
public final class BoostAnnotation {
    public static final String PREFIX = "vpaCpuStartupBoost/";

    private BoostAnnotation() {}

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
        return ResourceRequirements.of(amounts(document, "requests"), amounts(document, "limits"));
    }

    private static ResourceAmounts amounts(JsonNode owner, String name) {
        try {
            return WrittenAmounts.of(owner, name).amounts();
        } catch (MalformedDocumentException _) {
            return ResourceAmounts.ABSENT;
        }
    }

    /** The note for a container that had these resources. */
    public static String text(ResourceRequirements original) {
        var document = DraftNode.empty();
        write(original.requests(), document.object("requests"));
        write(original.limits(), document.object("limits"));
        return new String(ClientJson.bytes(document.node()), StandardCharsets.UTF_8);
    }

    /** Only what a boost can change. */
    private static void write(ResourceAmounts from, DraftNode list) {
        for (var compute : Compute.ALL) {
            if (from.contains(compute.resource()))
                list.put(
                        compute.resource().text(),
                        from.amount(compute.resource()).toString());
        }
    }
}
