package dev.plimsoll.objects.kubelet;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.objects.tree.DraftList;
import dev.plimsoll.objects.tree.DraftNode;
import dev.plimsoll.objects.tree.Timestamps;
import java.time.Instant;

/** The page {@code /stats/summary} that is being written: what a node, its pods and their containers use. */
public final class StatsSummaryDraft {
    private final DraftNode root = DraftNode.empty();
    private final DraftNode node;
    private final DraftList pods;
    private final Instant now;

    /** Of what was measured now. */
    public StatsSummaryDraft(String nodeName, Instant now) {
        this.now = now;
        this.node = root.object("node").put("nodeName", nodeName);
        this.pods = root.list("pods");
    }

    /** Of the whole node. */
    public Stats node() {
        return new Stats(node);
    }

    /** Of a part of the system, such as {@code pods}. */
    public Stats systemContainer(String name) {
        return new Stats(node.list("systemContainers").addObject().put("name", name));
    }

    /** Of one pod. */
    public PodStats pod(ObjectMeta pod) {
        var entry = pods.addObject();
        entry.object("podRef")
                .put("name", pod.name())
                .put("namespace", pod.namespace())
                .put("uid", pod.uid());
        return new PodStats(entry);
    }

    /** What one of them uses. */
    public final class Stats {
        private final DraftNode entry;

        private Stats(DraftNode entry) {
            this.entry = entry;
        }

        public Stats startTime(Instant started) {
            entry.put("startTime", Timestamps.text(started));
            return this;
        }

        public Stats cpu(long coreNanoSeconds, long nanoCores) {
            entry.newObject("cpu")
                    .put("time", Timestamps.text(now))
                    .put("usageNanoCores", nanoCores)
                    .put("usageCoreNanoSeconds", coreNanoSeconds);
            return this;
        }

        public Stats memory(long bytes, long workingSet) {
            entry.newObject("memory")
                    .put("time", Timestamps.text(now))
                    .put("usageBytes", bytes)
                    .put("workingSetBytes", workingSet);
            return this;
        }

        /** What is left of a limit. */
        public Stats availableMemory(long bytes) {
            entry.object("memory").put("availableBytes", bytes);
            return this;
        }
    }

    /** What a pod uses. */
    public final class PodStats {
        private final DraftNode entry;
        private final DraftList containers;

        private PodStats(DraftNode entry) {
            this.entry = entry;
            this.containers = entry.list("containers");
        }

        /** Of all its containers together. */
        public Stats whole() {
            return new Stats(entry);
        }

        public Stats container(String name) {
            return new Stats(containers.addObject().put("name", name));
        }
    }

    public ObjectNode document() {
        return root.node();
    }
}
