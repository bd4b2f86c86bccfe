package dev.plimsoll.cluster;

import dev.plimsoll.nodeagent.checkpoint.FileCheckpoints;
import dev.plimsoll.nodeagent.checkpoint.NodeCheckpoints;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** What simulated nodes write down, by their names: in a folder, or in memory for as long as the cluster is there. */
final class NodeFiles {
    private final @Nullable Path folderOrNull;
    private final Map<String, NodeCheckpoints> inMemory = new ConcurrentHashMap<>();

    NodeFiles(@Nullable Path folderOrNull) {
        this.folderOrNull = folderOrNull;
    }

    /** Where a node answers on a socket what it has given to its pods; empty where nothing is on disk. */
    Optional<Path> podResources(String node) {
        return Optional.ofNullable(folderOrNull)
                .map(folder -> folder.resolve("nodes").resolve(node).resolve("pod-resources/kubelet.sock"));
    }

    NodeCheckpoints of(String node) {
        if (folderOrNull == null) return inMemory.computeIfAbsent(node, _ -> NodeCheckpoints.inMemory());
        return FileCheckpoints.ofSimulated(folderOrNull.resolve("nodes").resolve(node), InstantSource.system());
    }
}
