package dev.plimsoll.objects.autoscaling.vertical;

import static dev.plimsoll.objects.tree.DocumentFields.has;
import static dev.plimsoll.objects.tree.DocumentFields.text;
import static dev.plimsoll.objects.tree.DocumentFields.texts;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** The policy of a container, or of pods as a whole, as somebody wrote it. */
public final class WrittenPolicy {
    private final JsonNode node;

    WrittenPolicy(JsonNode node) {
        this.node = node;
    }

    /** Empty where it names none. */
    public String containerName() {
        return text(node, "containerName");
    }

    public Optional<String> mode() {
        return WrittenText.of(node, "mode");
    }

    public Optional<String> controlledValues() {
        return WrittenText.of(node, "controlledValues");
    }

    public Optional<String> maxAllowedScope() {
        return WrittenText.of(node, "maxAllowedScope");
    }

    public Optional<String> estimator() {
        return WrittenText.of(node, "estimator");
    }

    /** Absent where it names none, which means all. */
    public Optional<List<String>> controlledResources() {
        return resources(node, "controlledResources");
    }

    static Optional<List<String>> resources(JsonNode owner, String name) {
        return owner.path(name).isArray() ? Optional.of(texts(owner, name)) : Optional.empty();
    }

    public WrittenAmounts minAllowed() {
        return WrittenAmounts.of(node, "minAllowed");
    }

    public WrittenAmounts maxAllowed() {
        return WrittenAmounts.of(node, "maxAllowed");
    }

    public Optional<String> oomBumpUpRatio() {
        return WrittenText.of(node, "oomBumpUpRatio");
    }

    public Optional<String> oomMinBumpUp() {
        return WrittenText.of(node, "oomMinBumpUp");
    }

    public OptionalLong memoryAggregationIntervalSeconds() {
        return WrittenText.number(node, "memoryAggregationIntervalSeconds");
    }

    public OptionalLong memoryAggregationIntervalCount() {
        return WrittenText.number(node, "memoryAggregationIntervalCount");
    }

    /** Whether it says anything of how samples are taken in. */
    boolean tunesSampling() {
        return Stream.of(
                        "oomBumpUpRatio",
                        "oomMinBumpUp",
                        "memoryAggregationIntervalSeconds",
                        "memoryAggregationIntervalCount")
                .anyMatch(name -> has(node, name));
    }

    public Optional<WrittenBoost> startupBoost() {
        return boost(node);
    }

    /** The boost that a policy, or a whole spec, asks for. */
    static Optional<WrittenBoost> boost(JsonNode owner) {
        return has(owner, "startupBoost")
                ? Optional.of(new WrittenBoost(owner.path("startupBoost")))
                : Optional.empty();
    }
}
