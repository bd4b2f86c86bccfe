package dev.plimsoll.autoscaler.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.cache.ObjectDecoder.Decoded;
import dev.plimsoll.codec.selector.LabelSelector;
import dev.plimsoll.codec.selector.ParsedSelector;
import dev.plimsoll.core.model.CrossVersionObjectReference;
import dev.plimsoll.objects.MetadataReader;
import dev.plimsoll.objects.autoscaling.ScaleObject;
import dev.plimsoll.objects.workload.AnyControllerObject;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What is known of a controller. */
public sealed interface FoundController {
    /**
     * It is there.
     *
     * @param aboveOrNull what controls it in turn
     * @param replicas how many pods it is asked to keep; -1 where it does not say
     * @param setsPodLevel whether its pods ask for cpu or memory as a whole
     * @param mayHavePodResources whether its pods ask for anything as a whole, or nobody knows
     */
    record Controller(
            LabelSelector selector,
            @Nullable CrossVersionObjectReference aboveOrNull,
            int replicas,
            boolean setsPodLevel,
            boolean mayHavePodResources)
            implements FoundController {
        Optional<CrossVersionObjectReference> above() {
            return Optional.ofNullable(aboveOrNull);
        }
    }

    record Unreadable(String why) implements FoundController {}

    /** A controller that Kubernetes itself has. */
    static FoundController wellKnown(String kind, ObjectNode document) {
        var controller = new AnyControllerObject(kind, document);
        return controller
                .selector()
                .<FoundController>map(selector -> new Controller(
                        selector,
                        controllerOf(document).orElse(null),
                        controller.replicas().orElse(-1),
                        controller.setsPodLevel(),
                        controller.hasPodResources()))
                .orElseGet(() -> new Unreadable("its selector has an operator that is not known"));
    }

    /** Any other, by what its {@code /scale} says. */
    static FoundController scalable(ObjectNode document) {
        var scale = new ScaleObject(document);
        if (scale.selector().isEmpty()) return new Unreadable("its scale subresource has no selector");
        return switch (LabelSelector.parse(scale.selector())) {
            case ParsedSelector.Parsed<LabelSelector>(var selector) ->
                new Controller(
                        selector,
                        controllerOf(document).orElse(null),
                        scale.declaredReplicas().orElse(-1),
                        false,
                        true);
            case ParsedSelector.Malformed<LabelSelector>(var message) -> new Unreadable(message);
        };
    }

    /** The owner of an object that controls it. */
    static Optional<CrossVersionObjectReference> controllerOf(ObjectNode document) {
        return MetadataReader.controller(document)
                .map(owner -> new CrossVersionObjectReference(owner.apiVersion(), owner.kind(), owner.name()));
    }

    static Decoded<FoundController> decode(String kind, ObjectNode document) {
        return new Decoded.View<>(wellKnown(kind, document));
    }
}
