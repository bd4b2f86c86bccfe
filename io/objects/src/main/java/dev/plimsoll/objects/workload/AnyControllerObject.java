package dev.plimsoll.objects.workload;

import static dev.plimsoll.objects.tree.DocumentFields.integerOrNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.selector.LabelSelector;
import dev.plimsoll.codec.selector.ObjectSelector;
import dev.plimsoll.objects.ApiObject;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** A controller of pods of any kind that Kubernetes itself has, for those who treat all kinds alike. */
public final class AnyControllerObject extends ApiObject {
    private final String kind;

    /** @param kind items of lists do not say it */
    public AnyControllerObject(String kind, ObjectNode document) {
        super(document);
        this.kind = kind;
    }

    /** Its pods; empty where the selector cannot be read. A CronJob has none: its pods are known by the labels of their template. */
    public Optional<LabelSelector> selector() {
        return switch (kind) {
            case "CronJob" ->
                Optional.of(ObjectSelector.ofMap(template().path("metadata").path("labels")));
            case "ReplicationController" ->
                Optional.of(ObjectSelector.ofMap(specNode().path("selector")));
            default -> ObjectSelector.read(specNode().path("selector"));
        };
    }

    /** How many pods it is asked to keep; a DaemonSet tells how many are ready. Empty where it does not say. */
    public OptionalInt replicas() {
        var replicas = kind.equals("DaemonSet")
                ? integerOrNull(statusNode(), "numberReady")
                : integerOrNull(specNode(), "replicas");
        return replicas == null ? OptionalInt.empty() : OptionalInt.of(replicas);
    }

    /** Whether its pods ask for CPU or memory as a whole. */
    public boolean setsPodLevel() {
        var resources = template().path("spec").path("resources");
        return List.of("requests", "limits").stream()
                .anyMatch(side ->
                        resources.path(side).has("cpu") || resources.path(side).has("memory"));
    }

    /** Whether its pods ask for anything as a whole, huge pages included. */
    public boolean hasPodResources() {
        var resources = template().path("spec").path("resources");
        return List.of("requests", "limits").stream()
                .anyMatch(side -> !resources.path(side).isEmpty());
    }

    private JsonNode template() {
        var spec = kind.equals("CronJob") ? specNode().path("jobTemplate").path("spec") : specNode();
        return spec.path("template");
    }
}
