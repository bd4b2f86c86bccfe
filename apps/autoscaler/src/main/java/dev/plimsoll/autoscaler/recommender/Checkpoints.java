package dev.plimsoll.autoscaler.recommender;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.autoscaler.cluster.Resources;
import dev.plimsoll.autoscaler.cluster.Vpa;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.Json;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Outcome;
import dev.plimsoll.client.Patch;
import dev.plimsoll.client.Selection;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.core.estimation.usage.ContainerUsage;
import dev.plimsoll.core.estimation.usage.UsageCheckpoint;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Histories kept in the cluster, in upstream's form: read once, written when they changed, removed with their object. */
final class Checkpoints {
    private static final int PAGE = 500;

    private final ApiClient client;
    private final RecommenderSettings settings;
    private final Map<ObjectName, List<CheckpointDocument>> loaded = new HashMap<>();
    private final Map<ObjectName, Map<String, UsageCheckpoint>> written = new HashMap<>();
    private final Map<ObjectName, Long> writtenAt = new HashMap<>();
    private boolean isLoaded;

    Checkpoints(ApiClient client, RecommenderSettings settings) {
        this.client = client;
        this.settings = settings;
    }

    /** Reads all of them in one pass; tried again at the next turn where that failed. */
    void loadOnce() {
        if (isLoaded) return;
        client.listAll(Resources.CHECKPOINTS, Selection.ALL, PAGE).done().ifPresent(list -> {
            for (var item : list.items()) {
                CheckpointDocument.of(item).ifPresent(checkpoint -> {
                    loaded.computeIfAbsent(checkpoint.vpa(), _ -> new ArrayList<>())
                            .add(checkpoint);
                    written.computeIfAbsent(checkpoint.vpa(), _ -> new HashMap<>())
                            .put(checkpoint.container(), checkpoint.usage());
                });
            }
            isLoaded = true;
        });
    }

    void restore(ObjectName vpa, History history, long now) {
        var own = loaded.remove(vpa);
        if (own == null) return;
        for (var checkpoint : own) {
            if (ContainerUsage.restore(settings.scales(), checkpoint.usage())
                    instanceof ContainerUsage.Restored.Usage(var usage)) {
                history.restore(checkpoint.container(), usage, now);
            }
        }
    }

    /** How many were written. Nothing is before all were read: what is not known yet would be lost. */
    int write(ObjectName vpa, History history, Instant now) {
        var millis = now.toEpochMilli();
        var last = writtenAt.get(vpa);
        if (!isLoaded
                || (last != null
                        && millis - last < settings.checkpointInterval().toMillis())) return 0;
        writtenAt.put(vpa, millis);
        var before = written.computeIfAbsent(vpa, _ -> new HashMap<>());
        var count = 0;
        var current = history.usage().keySet();
        for (var container : current) {
            var checkpoint = new CheckpointDocument(
                    vpa, container, history.stored(container, millis).checkpoint());
            if (checkpoint.usage().equals(before.get(container)) || !write(checkpoint, now)) continue;
            before.put(container, checkpoint.usage());
            count++;
        }
        for (var gone : List.copyOf(before.keySet())) {
            if (!current.contains(gone)) {
                before.remove(gone);
                delete(new ObjectName(vpa.namespace(), vpa.name() + "-" + gone));
            }
        }
        return count;
    }

    private boolean write(CheckpointDocument checkpoint, Instant now) {
        var replace = Json.object().put("op", "replace").put("path", "/status");
        replace.set("value", checkpoint.status(now));
        var patch = new Patch.JsonPatch(Json.object().putArray("patch").add(replace));
        var outcome = client.patch(Resources.CHECKPOINTS, checkpoint.name(), patch);
        if (outcome instanceof Outcome.NotFound<ObjectNode>) {
            outcome = client.create(Resources.CHECKPOINTS, checkpoint.document(now));
        }
        return outcome.done().isPresent();
    }

    /** Removes what belonged to objects that are gone. */
    void collect(Cache<Vpa> vpas) {
        for (var vpa : List.copyOf(written.keySet())) {
            if (!isLoaded || vpas.find(vpa).isPresent()) continue;
            var containers = written.remove(vpa);
            writtenAt.remove(vpa);
            loaded.remove(vpa);
            if (containers == null) continue;
            for (var container : containers.keySet()) {
                delete(new ObjectName(vpa.namespace(), vpa.name() + "-" + container));
            }
        }
    }

    private void delete(ObjectName checkpoint) {
        // What stays because of a failure is found again by the next recommender that starts.
        client.delete(Resources.CHECKPOINTS, checkpoint, DeleteOptions.DEFAULT);
    }
}
