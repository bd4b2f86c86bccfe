package dev.plimsoll.nodeagent.cri.container;

import dev.plimsoll.core.resize.resources.StorageUsage;
import dev.plimsoll.cri.Container;
import dev.plimsoll.cri.CriClient;
import dev.plimsoll.nodeagent.api.NodePodDocuments;
import dev.plimsoll.nodeagent.cri.observation.CriLabels;
import dev.plimsoll.nodeagent.cri.observation.Observations;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** What pods use of the node's storage: what containers have written, as the runtime says, their logs, and their volumes. */
public final class StorageUsageReader {
    private final CriClient cri;
    private final NodePodDocuments documents;
    private final Volumes volumes;
    private final LogFiles logs;

    public StorageUsageReader(CriClient cri, NodePodDocuments documents, Volumes volumes, LogFiles logs) {
        this.cri = cri;
        this.documents = documents;
        this.volumes = volumes;
        this.logs = logs;
    }

    /** By uid; a pod whose containers the runtime does not name is missing. */
    public Map<String, StorageUsage> of(Set<String> uids) {
        var usage = new HashMap<String, StorageUsage>();
        for (var uid : uids) {
            var document = documents.find(uid);
            var containers = cri.containers("", CriLabels.selecting(uid)).ok();
            if (document.isEmpty() || containers.isEmpty()) continue;
            var written = new HashMap<String, Long>();
            Observations.newestInstances(containers.get())
                    .values()
                    .forEach(container -> written.put(CriLabels.name(container), written(uid, container)));
            usage.put(uid, new StorageUsage(written, volumes.sizes(document.get())));
        }
        return usage;
    }

    /** What cannot be read counts as nothing: nobody is evicted for what is not known. */
    private long written(String uid, Container container) {
        var layer = cri.containerUsage(container.id())
                .ok()
                .map(told -> Math.max(0, told.writtenBytes()))
                .orElse(0L);
        try {
            return layer + logs.size(uid, CriLabels.name(container));
        } catch (IOException _) {
            return layer; // logs that are being rotated away
        }
    }
}
