package dev.plimsoll.core.certificates;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** When a request for a certificate is of no more use: its sender has had time to read the answer, or nobody will give one. */
public final class RequestGarbage {
    private static final Duration ANSWERED = Duration.ofHours(1);
    private static final Duration PENDING = Duration.ofHours(24);

    private RequestGarbage() {}

    /**
     * When it can be deleted.
     *
     * @param answers when it was approved, denied or given up; empty while it waits
     * @param expiryOrNull when the certificate in it ends; null without one
     */
    public static Instant deleteAt(Instant created, Collection<Instant> answers, @Nullable Instant expiryOrNull) {
        var end = answers.stream()
                .max(Comparator.naturalOrder())
                .map(time -> (time.isAfter(created) ? time : created).plus(ANSWERED))
                .orElseGet(() -> created.plus(PENDING));
        return expiryOrNull == null || end.isBefore(expiryOrNull) ? end : expiryOrNull;
    }
}
