package dev.plimsoll.core.estimation.replay;

import dev.plimsoll.core.model.PodSpec;

/** What the updater does with a pod. */
sealed interface Update {
    /** It is as it should be, or the change is not worth it. */
    record Nothing() implements Update {}

    /** No valid pod was found, or the mode does not allow what would be needed. */
    record Impossible() implements Update {}

    record Resize(PodSpec spec) implements Update {}

    record Recreate(PodSpec spec) implements Update {}
}
