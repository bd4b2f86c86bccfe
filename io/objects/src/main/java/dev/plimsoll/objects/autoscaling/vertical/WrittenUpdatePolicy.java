package dev.plimsoll.objects.autoscaling.vertical;

import static dev.plimsoll.objects.tree.DocumentFields.list;
import static dev.plimsoll.objects.tree.DocumentFields.text;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The {@code updatePolicy} of a VerticalPodAutoscaler as somebody wrote it. */
public final class WrittenUpdatePolicy {
    private final JsonNode node;

    WrittenUpdatePolicy(JsonNode node) {
        this.node = node;
    }

    public Optional<String> updateMode() {
        return WrittenText.of(node, "updateMode");
    }

    public OptionalLong minReplicas() {
        return WrittenText.number(node, "minReplicas");
    }

    public OptionalLong evictAfterOomSeconds() {
        return WrittenText.number(node, "evictAfterOOMSeconds");
    }

    /**
     * A condition of evictions.
     *
     * @param resources absent where it names none, which means all
     */
    record Requirement(Optional<List<String>> resources, String changeRequirement) {}

    List<Requirement> evictionRequirements() {
        return list(
                node,
                "evictionRequirements",
                each -> new Requirement(WrittenPolicy.resources(each, "resources"), text(each, "changeRequirement")));
    }
}
