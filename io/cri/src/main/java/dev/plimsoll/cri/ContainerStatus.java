package dev.plimsoll.cri;

import dev.plimsoll.cri.config.LinuxResources;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A container in full.
 *
 * @param startedAt 1970 where it has not started
 * @param finishedAt 1970 where it has not finished
 * @param reason {@code OOMKilled}, {@code Completed}, {@code Error}
 * @param resourcesOrNull null where the runtime does not report them
 * @param userOrNull as whom its first process began; null where the runtime does not report it
 */
public record ContainerStatus(
        String id,
        String name,
        int attempt,
        ContainerState state,
        Instant createdAt,
        Instant startedAt,
        Instant finishedAt,
        int exitCode,
        String image,
        String imageRef,
        String reason,
        String message,
        Map<String, String> labels,
        Map<String, String> annotations,
        String logPath,
        @Nullable LinuxResources resourcesOrNull,
        @Nullable User userOrNull) {
    public ContainerStatus {
        labels = Map.copyOf(labels);
        annotations = Map.copyOf(annotations);
    }

    public Optional<LinuxResources> resources() {
        return Optional.ofNullable(resourcesOrNull);
    }

    /** Ids of a process. */
    public record User(long uid, long gid, List<Long> supplementalGroups) {
        public User {
            supplementalGroups = List.copyOf(supplementalGroups);
        }
    }
}
