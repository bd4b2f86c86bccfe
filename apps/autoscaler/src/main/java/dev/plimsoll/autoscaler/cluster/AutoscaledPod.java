package dev.plimsoll.autoscaler.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.cache.ObjectDecoder.Decoded;
import dev.plimsoll.codec.view.PodReader;
import dev.plimsoll.codec.view.Read;
import dev.plimsoll.core.estimation.update.UpdateRules.Termination;
import dev.plimsoll.core.model.Pod;
import java.time.Instant;
import java.util.ArrayList;
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
        @Nullable Reference controllerOrNull,
        @Nullable Instant startedOrNull,
        List<End> ends) {
    private static final SharedParts SHARED = new SharedParts();

    public AutoscaledPod {
        ends = List.copyOf(ends);
    }

    /**
     * How a container ended.
     *
     * @param restarts how often it had been started again by then; tells one end from the next
     * @param isCurrent it has not been started again since
     */
    public record End(String container, Termination termination, int restarts, boolean isCurrent) {
        public boolean isOom() {
            return termination.reason().equals("OOMKilled");
        }
    }

    public static Decoded<AutoscaledPod> decode(ObjectNode document) {
        return switch (PodReader.read(document)) {
            case Read.Ok<Pod>(var pod) -> new Decoded.View<>(of(document, pod));
            case Read.Malformed<Pod>(var problems) -> new Decoded.Unreadable<>(problems.toString());
        };
    }

    private static AutoscaledPod of(JsonNode document, Pod read) {
        var pod = SHARED.of(read);
        var controller = Reference.controllerOf(document);
        return new AutoscaledPod(
                new ObjectName(pod.metadata().namespace(), pod.metadata().name()),
                pod,
                controller.isEmpty() ? null : SHARED.of(controller.get()),
                Documents.time(document.path("status").path("startTime")).orElse(null),
                ends(document.path("status")));
    }

    private static List<End> ends(JsonNode status) {
        var ends = new ArrayList<End>();
        for (var list : List.of("containerStatuses", "initContainerStatuses")) {
            for (var container : status.path(list)) {
                var now = container.path("state").path("terminated");
                var last = container.path("lastState").path("terminated");
                var restarts = container.path("restartCount").asInt();
                if (now.isObject()) ends.add(end(container, now, restarts + 1, true));
                else if (last.isObject()) ends.add(end(container, last, restarts, false));
            }
        }
        return ends;
    }

    private static End end(JsonNode container, JsonNode terminated, int restarts, boolean isCurrent) {
        var finished = Documents.time(terminated.path("finishedAt")).orElse(Instant.EPOCH);
        return new End(
                container.path("name").asText(),
                new Termination(
                        terminated.path("reason").asText(),
                        Documents.time(terminated.path("startedAt")).orElse(finished),
                        finished),
                restarts,
                isCurrent);
    }

    public String uid() {
        return pod.metadata().uid();
    }

    public Optional<Reference> controller() {
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
                .flatMap(condition -> Documents.time(condition.lastTransitionTime()).stream())
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
}
