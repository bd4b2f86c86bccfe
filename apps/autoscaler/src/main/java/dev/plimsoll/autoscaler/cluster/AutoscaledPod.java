package dev.plimsoll.autoscaler.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.cache.ObjectDecoder.Decoded;
import dev.plimsoll.codec.view.Read;
import dev.plimsoll.codec.view.SharedPods;
import dev.plimsoll.core.model.CrossVersionObjectReference;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.objects.pod.ContainerEnd;
import dev.plimsoll.objects.pod.PodObject;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A pod.
 *
 * @param ends how its containers ended last, those that ended
 */
public record AutoscaledPod(
        ObjectName name,
        Pod pod,
        @Nullable CrossVersionObjectReference controllerOrNull,
        @Nullable Instant startedOrNull,
        List<ContainerEnd> ends) {
    public AutoscaledPod {
        ends = List.copyOf(ends);
    }

    public static Decoded<AutoscaledPod> decode(ObjectNode document) {
        var object = PodObject.KIND.of(document);
        return switch (object.keptView()) {
            case Read.Ok<Pod>(var pod) -> new Decoded.View<>(of(object, pod));
            case Read.Malformed<Pod>(var problems) -> new Decoded.Unreadable<>(problems.toString());
        };
    }

    private static AutoscaledPod of(PodObject object, Pod pod) {
        var controller = FoundController.controllerOf(object.document());
        return new AutoscaledPod(
                new ObjectName(pod.metadata().namespace(), pod.metadata().name()),
                pod,
                controller.isEmpty() ? null : SharedPods.OF_PROCESS.part(controller.get()),
                object.startTime().orElse(null),
                object.containerEnds());
    }

    public String uid() {
        return pod.metadata().uid();
    }

    public Optional<CrossVersionObjectReference> controller() {
        return Optional.ofNullable(controllerOrNull);
    }

    public Optional<Instant> started() {
        return Optional.ofNullable(startedOrNull);
    }

    public boolean isPending() {
        return pod.status().phase().equals("Pending") || pod.status().phase().isEmpty();
    }

    /** Runs or will run, and is not asked to go. */
    public boolean isLive() {
        return !pod.status().isTerminal() && pod.metadata().deletion().isEmpty();
    }

    /** Since when it has been ready; empty where it is not. */
    public Optional<Instant> readySince() {
        return pod.status().conditions().stream()
                .filter(condition ->
                        condition.type().equals("Ready") && condition.status().equals("True"))
                .flatMap(condition -> time(condition.lastTransitionTime()).stream())
                .findFirst();
    }

    /** The containers to look at: those that the webhook saw, or all. */
    public List<String> observedContainers() {
        var note = pod.metadata().annotations().get("vpaObservedContainers");
        if (note == null) {
            return pod.spec().containers().stream()
                    .map(container -> container.name())
                    .toList();
        }
        return List.of(note.split(", ", -1));
    }

    private static Optional<Instant> time(String text) {
        try {
            return Optional.of(Instant.parse(text));
        } catch (DateTimeParseException _) {
            return Optional.empty();
        }
    }
}
