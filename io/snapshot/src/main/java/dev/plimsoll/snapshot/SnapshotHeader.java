package dev.plimsoll.snapshot;

import dev.plimsoll.client.ApiResource;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where a snapshot comes from.
 *
 * @param serverVersion as the server says it, such as {@code v1.37.0}; empty where the files do not say
 * @param takenOrNull when the first kind was listed; null where the files do not say
 * @param namespace the only namespace whose objects are inside; empty for all
 * @param anonymised whether names were replaced
 * @param kinds what is known of each kind of {@link SnapshotKinds#ALL}
 */
public record SnapshotHeader(
        String serverVersion,
        @Nullable Instant takenOrNull,
        String namespace,
        boolean anonymised,
        Map<ApiResource, KindState> kinds) {
    public SnapshotHeader {
        kinds = Map.copyOf(kinds);
    }

    public Optional<Instant> taken() {
        return Optional.ofNullable(takenOrNull);
    }

    public KindState state(ApiResource kind) {
        return kinds.getOrDefault(kind, new KindState.NotGiven());
    }
}
