package dev.plimsoll.cli.explain.items;

import dev.plimsoll.cli.explain.admission.Verdict;
import dev.plimsoll.core.explain.PodAnswer;
import org.jspecify.annotations.Nullable;

/**
 * A pod and what is decided about it.
 *
 * @param waitingOrNull what its resize waits for; null where none does
 * @param room how many of its replicas fit into the quotas
 */
public record Explained(
        Subject subject,
        PodAnswer answer,
        Verdict verdict,
        @Nullable DeferredResize waitingOrNull,
        ReplicaRoom room) implements Item {
    @Override
    public String name() {
        return subject.name();
    }

    @Override
    public String place(String field) {
        return subject.placeInObject(field);
    }

    /** Whether the API server turns it away. */
    public boolean isRefused() {
        return verdict.isRefused();
    }

    Explained on(PodAnswer changed) {
        return new Explained(subject, changed, verdict, waitingOrNull, room);
    }
}
