package dev.plimsoll.autoscaler.recommender;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.autoscaler.cluster.AutoscalerResources;
import dev.plimsoll.autoscaler.cluster.ClusterState;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.Page;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.ResourceList;
import dev.plimsoll.core.estimation.usage.ContainerUsage;
import dev.plimsoll.core.estimation.usage.UsageCheckpoint;
import dev.plimsoll.objects.autoscaling.vertical.VpaCheckpointDraft;
import dev.plimsoll.objects.autoscaling.vertical.VpaCheckpointObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/**
 * Histories kept in the cluster, in upstream's form: read once, written when they changed, removed with their object. Objects
 * take turns, so that not all are written at once.
 */
final class VpaCheckpoints {
    private static final int PAGE = 500;

    private final ApiClient client;
    private final RecommenderSettings settings;
    private final Map<ObjectName, List<Loaded>> loaded = new HashMap<>();
    private final Map<ObjectName, Written> written = new HashMap<>();
    private boolean isLoaded;
    private long collectAt = Long.MIN_VALUE;

    /** What was read for a container, or for whole pods. */
    private record Loaded(String container, UsageCheckpoint usage) {}

    /** What was written for an object: when, and of each container a sum that changes with it. */
    private static final class Written {
        private volatile long at;
        private final Map<String, Integer> sums = new ConcurrentHashMap<>();

        Written(long at) {
            this.at = at;
        }
    }

    VpaCheckpoints(ApiClient client, RecommenderSettings settings) {
        this.client = client;
        this.settings = settings;
    }

    /** Reads all of them in one pass; tried again at the next turn where that failed. */
    void loadOnce() {
        if (isLoaded) return;
        loaded.clear();
        isLoaded = pages(item -> item.usage().ifPresent(usage -> {
            loaded.computeIfAbsent(item.vpa(), _ -> new ArrayList<>()).add(new Loaded(item.container(), usage));
        }));
    }

    private interface Reader {
        void read(VpaCheckpointObject checkpoint);
    }

    private boolean pages(Reader reader) {
        var page = Page.first(PAGE);
        while (client.list(AutoscalerResources.CHECKPOINTS, ObjectSelection.ALL, page)
                instanceof RequestResult.Done<ResourceList>(var list)) {
            for (var item : list.items()) reader.read(new VpaCheckpointObject(item));
            if (list.next().isEmpty()) return true;
            page = page.after(list.next());
        }
        return false;
    }

    void restore(ObjectName vpa, UsageHistory history, Instant now) {
        var own = loaded.remove(vpa);
        if (own == null) return;
        var sums = written(vpa, now.toEpochMilli()).sums;
        for (var checkpoint : own) {
            sums.put(checkpoint.container(), checkpoint.usage().hashCode());
            if (ContainerUsage.restore(settings.scales(), checkpoint.usage())
                    instanceof ContainerUsage.Restored.Usage(var usage)) {
                history.restore(checkpoint.container(), usage, now.toEpochMilli());
            }
        }
    }

    /** An object's first turn comes somewhere within the interval, the same for every process. */
    private Written written(ObjectName vpa, long now) {
        return written.computeIfAbsent(vpa, name -> {
            var interval = settings.rhythm().checkpoints().toMillis();
            return new Written(interval == 0 ? now : now - Math.floorMod(name.hashCode(), interval));
        });
    }

    /**
     * What is to be written for an object now. Nothing is before all were read: what is not known yet would be lost.
     *
     * @param isLate whether what was not begun is left for the next round
     */
    List<Callable<Boolean>> due(ObjectName vpa, UsageHistory history, Instant now, BooleanSupplier isLate) {
        var millis = now.toEpochMilli();
        if (!isLoaded) return List.of();
        var before = written(vpa, millis);
        if (millis - before.at < settings.rhythm().checkpoints().toMillis()) return List.of();
        before.at = millis;
        var writes = new ArrayList<Callable<Boolean>>();
        var current = history.storedNames();
        for (var container : current) {
            var usage = history.stored(container, millis).checkpoint();
            var sum = usage.hashCode();
            if (Integer.valueOf(sum).equals(before.sums.put(container, sum))) continue;
            var checkpoint = new VpaCheckpointDraft(vpa, container, usage, now);
            writes.add(() -> {
                if (!isLate.getAsBoolean() && write(checkpoint)) return true;
                before.sums.remove(container, sum);
                before.at = Long.MIN_VALUE / 2;
                return false;
            });
        }
        for (var gone : List.copyOf(before.sums.keySet())) {
            if (current.contains(gone)) continue;
            before.sums.remove(gone);
            writes.add(() -> delete(VpaCheckpointObject.name(vpa, gone)));
        }
        return writes;
    }

    private boolean write(VpaCheckpointDraft checkpoint) {
        var outcome = client.patch(AutoscalerResources.CHECKPOINTS, checkpoint.name(), checkpoint.statusPatch());
        if (outcome instanceof RequestResult.NotFound<ObjectNode>) {
            outcome = client.create(AutoscalerResources.CHECKPOINTS, checkpoint.document());
        }
        return outcome.done().isPresent();
    }

    /** What belonged to objects that are gone: at once where it was seen, and what others left now and then. */
    List<Callable<Boolean>> garbage(ClusterState cluster, Instant now) {
        if (!isLoaded) return List.of();
        var deletions = new ArrayList<Callable<Boolean>>();
        for (var vpa : List.copyOf(written.keySet())) {
            if (cluster.vpas().find(vpa).isPresent()) continue;
            loaded.remove(vpa);
            var own = written.remove(vpa);
            if (own == null) continue;
            for (var container : own.sums.keySet()) {
                deletions.add(() -> delete(VpaCheckpointObject.name(vpa, container)));
            }
        }
        var millis = now.toEpochMilli();
        if (collectAt == Long.MIN_VALUE)
            collectAt = millis + settings.rhythm().garbage().toMillis();
        if (millis < collectAt) return deletions;
        collectAt = millis + settings.rhythm().garbage().toMillis();
        pages(item -> {
            var name = item.name();
            if (cluster.counts(name.namespace())
                    && cluster.vpas().find(item.vpa()).isEmpty()) {
                deletions.add(() -> delete(name));
            }
        });
        return deletions;
    }

    private boolean delete(ObjectName checkpoint) {
        // What stays because of a failure is found again later.
        return client.delete(AutoscalerResources.CHECKPOINTS, checkpoint, DeleteOptions.DEFAULT)
                .done()
                .isPresent();
    }
}
