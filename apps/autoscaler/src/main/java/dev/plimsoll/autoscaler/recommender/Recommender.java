package dev.plimsoll.autoscaler.recommender;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.autoscaler.cluster.Cluster;
import dev.plimsoll.autoscaler.cluster.Controllers.Target;
import dev.plimsoll.autoscaler.cluster.PodView;
import dev.plimsoll.autoscaler.cluster.Resources;
import dev.plimsoll.autoscaler.cluster.Vpa;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.Json;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Patch;
import dev.plimsoll.client.Selection;
import dev.plimsoll.client.pace.Time;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The loop that learns from use: samples and kills go into histories, histories become recommendations, and what changed is
 * written. {@link #turn} is one round; it owns all histories and must be called by one thread.
 */
public final class Recommender {
    private static final int PAGE = 500;

    private final ApiClient client;
    private final Cluster cluster;
    private final RecommenderSettings settings;
    private final Time time;
    private final Estimates estimates;
    private final Checkpoints checkpoints;
    private final long startedAt;
    private final Map<ObjectName, Tracked> tracked = new HashMap<>();

    /** One object's history, and when its status was written. */
    private static final class Tracked {
        private final String uid;
        private final History history;
        private long writtenAt;

        Tracked(String uid, History history) {
            this.uid = uid;
            this.history = history;
        }
    }

    public Recommender(ApiClient client, Cluster cluster, RecommenderSettings settings, Time time) {
        this.client = client;
        this.cluster = cluster;
        this.settings = settings;
        this.time = time;
        this.estimates = new Estimates(settings);
        this.checkpoints = new Checkpoints(client, settings);
        this.startedAt = time.instant().toEpochMilli();
    }

    /** What one round did. */
    public record Turn(int objects, int samples, int statuses, int checkpoints, int aggregates) {}

    public Turn turn() {
        var now = time.instant();
        checkpoints.loadOnce();
        var vpas = cluster.vpas().all().stream()
                .filter(vpa -> vpa.belongsTo(settings.name()))
                .toList();
        tracked.keySet().retainAll(vpas.stream().map(Vpa::name).collect(Collectors.toSet()));
        var samples = samples();
        var statuses = 0;
        var written = 0;
        var aggregates = 0;
        for (var vpa : vpas) {
            var own = tracked(vpa, now);
            var target = cluster.controllers().target(vpa.name().namespace(), vpa.target());
            var pods = pods(vpa, target);
            learn(own.history, pods, samples, now);
            if (publish(vpa, own, target, pods, now)) statuses++;
            aggregates += own.history.usage().size();
            written += checkpoints.write(vpa.name(), own.history, now);
        }
        checkpoints.collect(cluster.vpas());
        return new Turn(vpas.size(), samples.size(), statuses, written, aggregates);
    }

    private Tracked tracked(Vpa vpa, Instant now) {
        var before = tracked.get(vpa.name());
        if (before != null && before.uid.equals(vpa.uid())) return before;
        var history = new History(settings);
        checkpoints.restore(vpa.name(), history, now.toEpochMilli());
        var own = new Tracked(vpa.uid(), history);
        tracked.put(vpa.name(), own);
        return own;
    }

    private Map<ObjectName, PodSample> samples() {
        var samples = new HashMap<ObjectName, PodSample>();
        client.listAll(Resources.POD_METRICS, Selection.ALL, PAGE).done().ifPresent(list -> {
            for (var item : list.items()) {
                PodSample.of(item).ifPresent(sample -> samples.put(sample.pod(), sample));
            }
        });
        return samples;
    }

    private List<PodView> pods(Vpa vpa, Target target) {
        return switch (target) {
            case Target.Unsupported _ -> List.of();
            case Target.Selects(var selector) ->
                cluster.podsOf(vpa.name().namespace()).stream()
                        .filter(pod -> pod.isLive()
                                && selector.matches(pod.pod().metadata().labels()))
                        .toList();
        };
    }

    private void learn(History history, List<PodView> pods, Map<ObjectName, PodSample> samples, Instant now) {
        history.observe(pods, now.toEpochMilli());
        for (var pod : pods) {
            var sample = samples.get(pod.name());
            if (sample != null && !pod.isPending()) history.sample(pod, sample);
            history.countKills(pod, startedAt);
        }
        history.prune(now.toEpochMilli());
    }

    /** Whether the status was written: something changed that matters, or a drift that has waited long enough. */
    private boolean publish(Vpa vpa, Tracked own, Target target, List<PodView> pods, Instant now) {
        var recommendation = estimates.of(vpa, own.history, pods);
        var unsupported = target instanceof Target.Unsupported(var message) ? message : "";
        var status = new Status(recommendation, !pods.isEmpty(), unsupported).document(vpa, now);
        if (same(status, vpa)) return false;
        var patient = !conditionsDiffer(status, vpa) && !Noticeable.differs(vpa.recommendation(), recommendation);
        if (patient
                && now.toEpochMilli() - own.writtenAt < settings.minorInterval().toMillis()) return false;
        own.writtenAt = now.toEpochMilli();
        var patch = Json.object().put("op", "add").put("path", "/status");
        patch.set("value", status);
        var operations = Json.object().putArray("patch").add(patch);
        var outcome = client.patch(Resources.VPAS.sub("status"), vpa.name(), new Patch.JsonPatch(operations));
        return outcome.done().isPresent();
    }

    private static boolean same(ObjectNode status, Vpa vpa) {
        // Numbers differ in their Java types between what is made here and what was read.
        return Json.read(Json.bytes(status)).filter(vpa.status()::equals).isPresent();
    }

    private static boolean conditionsDiffer(ObjectNode status, Vpa vpa) {
        return !status.path("conditions")
                        .toString()
                        .equals(vpa.status().path("conditions").toString())
                || status.path("observedGeneration").asLong()
                        != vpa.status().path("observedGeneration").asLong(-1);
    }
}
