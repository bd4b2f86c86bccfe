package dev.plimsoll.autoscaler.recommender;

import dev.plimsoll.autoscaler.cluster.AutoscaledPod;
import dev.plimsoll.autoscaler.cluster.AutoscalerResources;
import dev.plimsoll.autoscaler.cluster.ClusterState;
import dev.plimsoll.autoscaler.cluster.ControllerCache.Target;
import dev.plimsoll.autoscaler.gates.AutoscalerGate;
import dev.plimsoll.autoscaler.observation.RecommenderMetrics;
import dev.plimsoll.autoscaler.observation.RoundTimes;
import dev.plimsoll.autoscaler.pace.Pace;
import dev.plimsoll.autoscaler.prometheus.PrometheusHistory;
import dev.plimsoll.autoscaler.recommender.Status.Lack;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.podlevel.Recommendation;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.objects.autoscaling.vertical.VpaObject;
import dev.plimsoll.objects.autoscaling.vertical.VpaStatusDraft;
import dev.plimsoll.runtime.ErrorReporter;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The loop that learns from use: samples and kills go into histories, histories become recommendations, and what changed is
 * written. {@link #runOnce} is one round; it owns all histories and must be called by one thread.
 */
public final class Recommender implements AutoCloseable {
    /** For so long a pod is waited for that an event speaks of. */
    private static final Duration UNHEARD_OF = Duration.ofMinutes(10);

    private final ApiClient client;
    private final ClusterState cluster;
    private final RecommenderSettings settings;
    private final Pace pace;
    private final RecommenderMetrics metrics;
    private final Estimates estimates;
    private final VpaCheckpoints checkpoints;
    private final Usages usage;
    private final OomKillSamples kills;
    private final StatusWrites writes;
    private final @Nullable PrometheusHistory prometheus;
    private final @Nullable PastUse past;
    private final Map<ObjectName, TrackedVpa> tracked = new HashMap<>();
    private final VpaNotices notices;
    private final ErrorReporter reporter;
    /** Why use could not be read in this round; empty where it could. */
    private String unmeasured = "";

    /** Hears of kills from now on; of a history that cannot be read it tells {@code reporter}. */
    public Recommender(
            ApiClient client,
            ClusterState cluster,
            RecommenderSettings settings,
            Pace pace,
            RecommenderMetrics metrics,
            ErrorReporter reporter) {
        this.client = client;
        this.cluster = cluster;
        this.settings = settings;
        this.pace = pace;
        this.metrics = metrics;
        this.reporter = reporter;
        this.notices = new VpaNotices(cluster, settings.podLevel());
        this.estimates = new Estimates(settings);
        this.checkpoints = new VpaCheckpoints(client, settings);
        this.usage = settings.external()
                .<Usages>map(names -> new ExternalMetrics(client, names, pace::of))
                .orElseGet(() -> new ResourceMetricsClient(client, pace::of));
        var running = pace.own().instant().minusMillis(settings.sampling().intervalMillis());
        this.kills = new OomKillSamples(
                cluster,
                pace.real().instant().truncatedTo(ChronoUnit.SECONDS),
                finished -> pace.of(finished).isAfter(running));
        this.writes = new StatusWrites(settings.workers());
        this.prometheus = settings.prometheus()
                .map(from -> new PrometheusHistory(from, metrics::prometheusAnswered, pace.real()))
                .orElse(null);
        this.past = prometheus == null ? null : new PastUse(prometheus, reporter);
    }

    /** What one round did. */
    public record Round(int objects, int samples, int statuses, int checkpoints, int aggregates, Duration took) {}

    public Round runOnce() {
        var laps = new RoundTimes(pace.real());
        var now = pace.own().instant();
        if (past == null) checkpoints.loadOnce();
        loadVpas(now);
        laps.lap("LoadVPAs");
        loadPods(now);
        laps.lap("LoadPods");
        if (past != null) past.fill(tracked.values(), now.toEpochMilli());
        var samples = loadMetrics(now);
        laps.lap("LoadMetrics");
        var statuses = updateVpas(now);
        laps.lap("UpdateVPAs");
        var written = past == null ? maintainCheckpoints(now) : 0;
        laps.lap("MaintainCheckpoints");
        var aggregates = collectGarbage(now);
        laps.lap("GarbageCollect");
        metrics.round(laps, aggregates, cluster.countedVpas());
        return new Round(tracked.size(), samples, statuses, written, aggregates, laps.total());
    }

    private void loadVpas(Instant now) {
        var vpas = cluster.countedVpas().stream()
                .filter(vpa -> vpa.spec().belongsTo(settings.name()))
                .collect(Collectors.toMap(VpaObject::name, vpa -> vpa));
        tracked.keySet().retainAll(vpas.keySet());
        vpas.forEach((name, vpa) -> {
            var own = tracked.get(name);
            if (own == null || !own.isOf(vpa)) {
                own = new TrackedVpa(vpa, new UsageHistory(settings));
                checkpoints.restore(name, own.history, now);
                tracked.put(name, own);
            }
            own.vpa = vpa;
            own.target = cluster.controllers().target(name.namespace(), vpa.target());
        });
    }

    private void loadPods(Instant now) {
        var matching = new SelectorMatches(cluster);
        for (var own : tracked.values()) {
            own.pods = switch (own.target) {
                case Target.Unsupported _ -> List.of();
                case Target.Selects(var selector) ->
                    matching.pods(own.vpa.name().namespace(), selector).stream()
                            .filter(AutoscaledPod::isLive)
                            .toList();
            };
            own.history.observe(own.vpa, own.pods, now.toEpochMilli());
        }
    }

    private int loadMetrics(Instant now) {
        var read = usage.read(tracked.values());
        metrics.metricsAnswered(read.isFailed(), settings.name());
        // Once for each outage: a cluster without metrics should not fill its log.
        if (read.isFailed() && unmeasured.isEmpty()) reporter.tell("no metrics: " + read.problem());
        unmeasured = read.problem();
        for (var own : tracked.values()) {
            for (var pod : own.pods) {
                var sample = read.samples().get(pod.name());
                if (sample != null && !pod.isPending()) own.history.sample(own.vpa, pod, sample, quality(own.vpa));
            }
        }
        countKills(now);
        return read.samples().size();
    }

    private UsageHistory.Listener quality(VpaObject vpa) {
        return (container, compute, units, isOom) -> {
            var recommended = vpa.recommendation().container(container);
            var target = recommended.isEmpty()
                    ? ResourceAmounts.ABSENT
                    : recommended.get().target();
            var amount = target.contains(compute.resource()) ? compute.unitsOf(target) : -1;
            metrics.quality().sample(vpa.mode(), compute, units, amount, isOom);
        };
    }

    private void countKills(Instant now) {
        for (var kill : kills.kills()) {
            var finished = pace.of(kill.end().termination().finished()).toEpochMilli();
            for (var own : objectsOf(kill.pod())) own.history.kill(own.vpa, kill, finished, quality(own.vpa));
        }
        for (var notice : kills.evictions()) {
            var pod = cluster.pods().find(notice.pod());
            var created = pace.of(notice.created());
            if (pod.isEmpty()) {
                if (Duration.between(created, now).compareTo(UNHEARD_OF) < 0) kills.later(notice);
                continue;
            }
            for (var own : objectsOf(pod.get())) {
                notice.used()
                        .forEach((container, used) -> own.history.evicted(
                                own.vpa, pod.get(), container, used, created.toEpochMilli(), quality(own.vpa)));
            }
        }
    }

    private List<TrackedVpa> objectsOf(AutoscaledPod pod) {
        return tracked.values().stream()
                .filter(own -> own.vpa.name().namespace().equals(pod.name().namespace())
                        && own.target instanceof Target.Selects(var selector)
                        && selector.matches(pod.pod().metadata().labels()))
                .toList();
    }

    private int updateVpas(Instant now) {
        List<ResourceAmounts> rooms =
                settings.gates().isOn(AutoscalerGate.LARGEST_NODE_CAP) ? NodeRooms.of(cluster) : List.of();
        var due = new ArrayList<Callable<Boolean>>();
        for (var own : tracked.values()) {
            var ranges = cluster.context(own.vpa.name().namespace());
            var recommendation = estimates.of(own.vpa, own.history, own.pods, new Estimates.Bounds(rooms, ranges));
            var unsupported = own.target instanceof Target.Unsupported(var message) ? message : "";
            var status = new Status(
                            recommendation, !own.pods.isEmpty(), unsupported, lack(own), notices.of(own.vpa, own.pods))
                    .draft(own.vpa, pace.real().instant());
            if (!isDue(own, status, recommendation, now)) continue;
            own.writtenAt = now.toEpochMilli();
            tell(own, recommendation);
            var name = own.vpa.name();
            due.add(() -> write(name, status));
        }
        return writes.run(due);
    }

    private Lack lack(TrackedVpa own) {
        if (!unmeasured.isEmpty()) return Lack.ofMetrics(unmeasured);
        var isPending = own.pods.stream().allMatch(AutoscaledPod::isPending);
        return isPending ? Lack.OF_RUNNING_PODS : Lack.OF_SAMPLES;
    }

    /** Something changed that matters, or a drift that has waited long enough. */
    private boolean isDue(TrackedVpa own, VpaStatusDraft status, Recommendation recommendation, Instant now) {
        if (status.isSame()) return false;
        if (status.hasOtherConditions()
                || Noticeable.differs(own.vpa.recommendation(), recommendation)
                || own.writtenAt == Long.MIN_VALUE) return true;
        return now.toEpochMilli() - own.writtenAt >= settings.rhythm().drift().toMillis();
    }

    private void tell(TrackedVpa own, Recommendation recommendation) {
        var before = own.vpa.recommendation();
        if (before.containers().isEmpty() && !recommendation.containers().isEmpty()) {
            var waited = Duration.between(own.vpa.created(), pace.real().instant());
            metrics.firstRecommendation(waited.isNegative() ? Duration.ZERO : waited);
        }
        for (var container : recommendation.containers()) {
            var then = before.container(container.containerName());
            for (var compute : Compute.ALL) {
                var target = container.estimate().target();
                if (!target.contains(compute.resource())) continue;
                var old = then.isEmpty() ? -1 : compute.unitsOf(then.get().target());
                metrics.quality().recommended(own.vpa.mode(), compute, old, compute.unitsOf(target), own.pods.size());
            }
        }
    }

    private boolean write(ObjectName name, VpaStatusDraft status) {
        return client.patch(AutoscalerResources.VPAS.sub("status"), name, status.patch())
                .done()
                .isPresent();
    }

    private int maintainCheckpoints(Instant now) {
        var due = new ArrayList<Callable<Boolean>>();
        var deadline = pace.real().nanos() + settings.rhythm().writing().toNanos();
        for (var own : tracked.values()) {
            own.history.prune(own.vpa, now.toEpochMilli());
            due.addAll(checkpoints.due(
                    own.vpa.name(), own.history, now, () -> pace.real().nanos() - deadline > 0));
        }
        return writes.run(due);
    }

    private int collectGarbage(Instant now) {
        var aggregates = 0;
        for (var own : tracked.values()) {
            own.history.retain(own.pods);
            own.history.prune(own.vpa, now.toEpochMilli());
            aggregates += own.history.size();
        }
        if (past == null) writes.run(checkpoints.garbage(cluster, now));
        return aggregates;
    }

    @Override
    public void close() {
        kills.close();
        writes.close();
        if (prometheus != null) prometheus.close();
    }
}
