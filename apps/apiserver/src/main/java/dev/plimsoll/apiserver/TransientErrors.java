package dev.plimsoll.apiserver;

import dev.plimsoll.kinds.refusal.RefusedException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Errors that pass: the loops of the server ask again in their next round, so a busy moment is no defect. */
final class TransientErrors {
    private TransientErrors() {}

    /** Tells of everything else. */
    static Consumer<Throwable> leftOut(Consumer<Throwable> defects) {
        return error -> {
            if (!isOverload(error) && !isOverload(error.getCause())) defects.accept(error);
        };
    }

    private static boolean isOverload(@Nullable Throwable error) {
        return error instanceof RefusedException refused && refused.refusal().isOverload();
    }
}
