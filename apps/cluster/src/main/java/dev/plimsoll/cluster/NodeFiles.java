package dev.plimsoll.cluster;

import dev.plimsoll.core.topology.Pinning;
import dev.plimsoll.nodeagent.checkpoint.Checkpoints;
import dev.plimsoll.nodeagent.checkpoint.FileCheckpoints;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** What simulated nodes write down, by their names: in a folder, or in memory for as long as the cluster is there. */
final class NodeFiles {
    private final @Nullable Path folderOrNull;
    private final Map<String, Checkpoints> inMemory = new ConcurrentHashMap<>();

    NodeFiles(@Nullable Path folderOrNull) {
        this.folderOrNull = folderOrNull;
    }

    Checkpoints of(String node, @Nullable Pinning pinning) {
        if (folderOrNull == null) return inMemory.computeIfAbsent(node, _ -> Checkpoints.inMemory());
        return new FileCheckpoints(folderOrNull.resolve("nodes").resolve(node), pinning, InstantSource.system());
    }
}
