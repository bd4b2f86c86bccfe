package dev.plimsoll.autoscaler.admission;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.autoscaler.cluster.ClusterState;
import dev.plimsoll.autoscaler.cluster.FoundController;
import dev.plimsoll.autoscaler.cluster.PodLevelResize;
import dev.plimsoll.autoscaler.cluster.Reference;
import dev.plimsoll.core.validation.FieldError;
import java.util.List;
import java.util.Optional;

/** In-place modes are refused for pods with resources of their own where the cluster cannot resize those. */
final class ModeRule {
    private static final String FIELD = "spec.updatePolicy.updateMode";
    private static final String MESSAGE =
            "in-place resize of pod-level resources is not available in this cluster; use Recreate or Initial";

    private final ClusterState cluster;
    private final PodLevelResize resize;

    ModeRule(ClusterState cluster, PodLevelResize resize) {
        this.cluster = cluster;
        this.resize = resize;
    }

    /** Asked for new objects, and for those whose mode, target or policies for pods change. */
    Optional<FieldError> check(JsonNode object, JsonNode before, String namespace) {
        var spec = object.path("spec");
        if (before.isObject() && !isChanged(spec, before.path("spec"))) return Optional.empty();
        var mode = spec.path("updatePolicy").path("updateMode").asText();
        if (!mode.equals("InPlaceOrRecreate") && !mode.equals("InPlace")) return Optional.empty();
        if (resize.isAvailable() || !isPodLevel(spec, namespace)) return Optional.empty();
        return Optional.of(FieldError.forbidden(FIELD, MESSAGE));
    }

    private static boolean isChanged(JsonNode spec, JsonNode before) {
        return List.of("/updatePolicy/updateMode", "/targetRef", "/resourcePolicy/podPolicies").stream()
                .anyMatch(path -> !spec.at(path).equals(before.at(path)));
    }

    /** Whether pods are given resources as a whole, by what the object says or by the template of its target. */
    boolean isPodLevel(JsonNode spec, String namespace) {
        var target = spec.path("targetRef");
        return switch (spec.at("/resourcePolicy/podPolicies/mode").asText("Auto")) {
            case "PodOnly", "PodAndContainers" -> true;
            case "Auto" ->
                cluster.controllers()
                                        .find(
                                                namespace,
                                                new Reference(
                                                        target.path("apiVersion")
                                                                .asText(),
                                                        target.path("kind").asText(),
                                                        target.path("name").asText()))
                                instanceof FoundController.Controller controller
                        && controller.setsPodLevel();
            default -> false;
        };
    }
}
