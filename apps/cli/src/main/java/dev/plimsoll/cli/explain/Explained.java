package dev.plimsoll.cli.explain;

import dev.plimsoll.core.explain.PodAnswer;
import org.jspecify.annotations.Nullable;

/**
 * A pod and what is decided about it.
 *
 * @param waitingOrNull what its resize waits for; null where none does
 */
public record Explained(
        Subject subject, PodAnswer answer, @Nullable DeferredResize waitingOrNull) {}
