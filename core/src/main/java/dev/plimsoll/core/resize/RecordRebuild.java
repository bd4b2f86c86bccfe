package dev.plimsoll.core.resize;

import dev.plimsoll.core.model.Condition;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodStatus;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.resize.resources.Allocated;
import dev.plimsoll.core.resize.resources.PodResources;
import dev.plimsoll.core.resize.state.ResizeCondition;
import dev.plimsoll.core.resize.state.ResizeConditions;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a lost record is made up from: what the API was told last. */
final class RecordRebuild {
    private RecordRebuild() {}

    /**
     * What had been promised to a pod that runs. Where the status speaks of the spec as it is and of nothing pending, that is the
     * spec; else what the status says of each container, so that a resize which was never granted is not taken for one.
     */
    static Allocated allocated(Pod pod) {
        var status = pod.status();
        var spec = PodResources.of(pod.spec());
        var isPending = status.conditions().stream()
                .anyMatch(condition -> condition.type().equals(Condition.POD_RESIZE_PENDING));
        if (!isPending && status.observedGeneration() == pod.metadata().generation()) return new Allocated(spec);
        var rebuilt = spec;
        for (var name : spec.containers().keySet()) {
            var said = said(status, name);
            if (said != null) rebuilt = rebuilt.with(name, said);
        }
        if (spec.podLevel().isDeclared() && status.resources().isDeclared()) {
            rebuilt = rebuilt.withPodLevel(ResourceRequirements.of(
                    status.resources().requests().retaining(spec.podLevel().requests()::contains),
                    status.resources().limits().retaining(spec.podLevel().limits()::contains)));
        }
        return new Allocated(rebuilt);
    }

    private static @Nullable ResourceRequirements said(PodStatus status, String name) {
        var own = status.container(name);
        // A container without these fields was reported by a node that cannot resize: its spec was never changed.
        if (own.isEmpty() || !own.get().allocatedResources().isDeclared()) return null;
        return ResourceRequirements.of(
                own.get().allocatedResources(), own.get().resources().limits());
    }

    /** The conditions of a resize as the API holds them. */
    static ResizeConditions conditions(PodStatus status, Instant now) {
        return new ResizeConditions(
                find(status.conditions(), Condition.POD_RESIZE_PENDING, now),
                find(status.conditions(), Condition.POD_RESIZE_IN_PROGRESS, now));
    }

    private static @Nullable ResizeCondition find(List<Condition> conditions, String type, Instant now) {
        for (var condition : conditions) {
            if (!condition.type().equals(type)) continue;
            return new ResizeCondition(
                    condition.reason(),
                    condition.message(),
                    condition.observedGeneration(),
                    time(condition.lastTransitionTime(), now));
        }
        return null;
    }

    private static Instant time(String text, Instant otherwise) {
        try {
            return Instant.parse(text);
        } catch (DateTimeParseException _) {
            return otherwise;
        }
    }
}
