package dev.plimsoll.scheduler;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.client.cache.CacheChange;
import dev.plimsoll.client.cache.ObjectDecoder;
import dev.plimsoll.client.cache.ObjectDecoder.Decoded;
import dev.plimsoll.client.cache.Observer;
import dev.plimsoll.client.cache.Reflector;
import dev.plimsoll.client.lease.ElectionCandidate;
import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.codec.view.PlacementNodeReader;
import dev.plimsoll.codec.view.PlacementReader;
import dev.plimsoll.codec.view.PlacementReader.Reading;
import dev.plimsoll.codec.view.Read;
import dev.plimsoll.core.placement.preemption.DisruptionBudget;
import dev.plimsoll.core.placement.profile.Profile;
import dev.plimsoll.objects.MetadataReader;
import dev.plimsoll.objects.pod.PodObject;
import dev.plimsoll.objects.storage.PersistentVolumeClaimObject;
import dev.plimsoll.objects.storage.PersistentVolumeObject;
import dev.plimsoll.objects.storage.StorageClassObject;
import dev.plimsoll.runtime.LeaderReport;
import dev.plimsoll.runtime.Leadership;
import dev.plimsoll.runtime.ProgramContext;
import dev.plimsoll.runtime.Reporter;
import dev.plimsoll.scheduler.api.ApiEffects;
import dev.plimsoll.scheduler.api.PodEvents;
import dev.plimsoll.scheduler.loop.Message;
import dev.plimsoll.scheduler.loop.SchedulingLoop;
import dev.plimsoll.scheduler.metrics.PodResourceMetrics;
import dev.plimsoll.scheduler.metrics.SchedulerMetrics;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadFactory;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A scheduler: caches of pods, nodes, namespaces and budgets, the loop that decides, and the writers.
 *
 * <p>It needs nothing but a client, so it runs alone against any Kubernetes API server or in one process with ours. It keeps no
 * state of its own: killed at any time, it goes on from what the API shows.
 */
public final class Scheduler implements AutoCloseable {
    /** Pods that have ended are as good as gone. */
    private static final ObjectSelection LIVING =
            ObjectSelection.ALL.withFields("status.phase!=Succeeded,status.phase!=Failed");

    private static final long LONGEST_END = 10_000;

    private final ApiClient client;
    private final SchedulerSettings settings;
    private final Time time;
    private final RandomGenerator random;
    private final Reporter reporter;
    private final SchedulerMetrics metrics;
    private final Leadership leadership;
    private final PodEvents events;
    private final ApiEffects effects;
    private final SchedulingLoop loop;
    private final Cache<Reading> pods;
    private final List<Reflector<?>> reflectors = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private @Nullable Thread deciding;

    public Scheduler(ApiClient client, SchedulerSettings settings, ProgramContext context) {
        this.client = client;
        this.settings = settings;
        this.time = context.time();
        this.random = context.random();
        this.reporter = context.reporter();
        this.metrics = new SchedulerMetrics(
                context.registry(),
                settings.profiles().stream().map(Profile::schedulerName).toList());
        var toLoop = new Later();
        this.leadership = leadership(() -> toLoop.tell(new Message.Wake()), context);
        this.events = new PodEvents(client, settings.identity(), time);
        this.effects = new ApiEffects(client, events, leadership, time, random, reporter, toLoop::tell);
        this.loop = new SchedulingLoop(settings, effects, metrics, leadership, time, reporter);
        toLoop.loop = loop;
        var reader = PlacementReader.under(settings.gates(), settings.alignsNuma());
        this.pods = followed(
                ApiResource.PODS,
                LIVING,
                document -> new Decoded.View<>(
                        reader.pod(document, PodObject.KIND.of(document).view())),
                Message.OfPod::new);
        var nodes = new PlacementNodeReader(settings.alignsNuma());
        followed(
                ApiResource.NODES, ObjectSelection.ALL, document -> decoded(nodes.node(document)), Message.OfNode::new);
        followed(ApiResource.NAMESPACES, ObjectSelection.ALL, Scheduler::labels, Message.OfNamespace::new);
        this.<DisruptionBudget>followed(
                ApiResource.BUDGETS,
                ObjectSelection.ALL,
                document -> decoded(PlacementReader.budget(document)),
                Message.OfBudget::new);
        followed(
                ApiResource.CLAIMS,
                ObjectSelection.ALL,
                document -> new Decoded.View<>(
                        PersistentVolumeClaimObject.KIND.of(document).claim()),
                Message.OfClaim::new);
        followed(
                ApiResource.VOLUMES,
                ObjectSelection.ALL,
                document -> new Decoded.View<>(
                        PersistentVolumeObject.KIND.of(document).view()),
                Message.OfVolume::new);
        followed(
                ApiResource.STORAGE_CLASSES,
                ObjectSelection.ALL,
                document ->
                        new Decoded.View<>(StorageClassObject.KIND.of(document).view()),
                Message.OfStorageClass::new);
    }

    private Leadership leadership(Runnable whenElected, ProgramContext context) {
        var wanted = settings.election();
        if (!wanted.isHeld()) return Leadership.always();
        var claim = new Leadership.Claim(wanted.lease(), settings.identity(), wanted.times());
        var candidate = new ElectionCandidate() {
            @Override
            public void elected() {
                whenElected.run();
            }

            @Override
            public void ousted() {}

            @Override
            public void leaderIs(String identity) {}
        };
        return Leadership.byLease("scheduler", client, claim, candidate, new LeaderReport(context), time, random);
    }

    /** The loop and those who tell it something need each other. */
    private static final class Later {
        private volatile @Nullable SchedulingLoop loop;

        void tell(Message message) {
            var known = loop;
            if (known != null) known.tell(message);
        }
    }

    private static <T> Decoded<T> decoded(Read<T> read) {
        return switch (read) {
            case Read.Ok<T>(var view) -> new Decoded.View<>(view);
            case Read.Malformed<T>(var problems) -> new Decoded.Unreadable<>(problems.toString());
        };
    }

    private static Decoded<Map<String, String>> labels(ObjectNode namespace) {
        return new Decoded.View<>(MetadataReader.read(namespace).labels());
    }

    /** Makes a change of some kind a message. */
    private interface Wrapping<T> {
        Message of(CacheChange<T> change);
    }

    private <T> Cache<T> followed(
            ApiResource resource, ObjectSelection selection, ObjectDecoder<T> decoder, Wrapping<T> wrapping) {
        var observer = new Troubles(resource, reporter);
        var cache = new Cache<T>(decoder, List.of(), observer);
        cache.subscribe(change -> loop.tell(wrapping.of(change)));
        reflectors.add(new Reflector<>(client, resource, selection, cache, observer, time, random));
        return cache;
    }

    private record Troubles(ApiResource followed, Reporter reporter) implements Observer {
        @Override
        public void unreadable(ObjectName name, String why) {
            reporter.tell(followed.kind() + " " + name + " cannot be understood and is passed over: " + why);
        }

        @Override
        public void trouble(ApiResource resource, String problem) {
            reporter.tell(resource + ": " + problem);
        }

        @Override
        public void defect(RuntimeException exception) {
            reporter.defect("following " + followed, exception);
        }
    }

    /** Begins to follow the cluster and, as leader, to place pods. */
    public void start() {
        // Not a virtual thread: it computes for long stretches and would hold up all others. But whoever moves time
        // asks
        // whether it has work, and only virtual threads can tell.
        if (ComponentThreads.isOwned())
            start(ComponentThreads.named("scheduling").factory());
        else start(Thread.ofPlatform().name("scheduling").daemon().factory());
    }

    /** The same, with the loop on a thread of the caller's kind: simulations have no other threads than their own. */
    public void start(ThreadFactory deciders) {
        effects.start();
        var thread = deciders.newThread(loop);
        deciding = thread;
        thread.start();
        for (var reflector : reflectors) {
            threads.add(ComponentThreads.named("scheduler-watch").start(reflector));
        }
        leadership.start();
    }

    public boolean isLeading() {
        return leadership.getAsBoolean();
    }

    /** Whether the loop runs. */
    public boolean isAlive() {
        var thread = deciding;
        return thread != null && thread.isAlive();
    }

    /** Whether all that was there at the beginning has been read. */
    public boolean isReady() {
        return pods.isSynced() && isAlive();
    }

    /** Whether all events so far have been handed to the API. */
    public boolean isIdle() {
        return events.isIdle() && loop.backlog() == 0;
    }

    /** Events that could not be kept up with. */
    public long droppedEvents() {
        return events.dropped();
    }

    public MetricSnapshots metrics() {
        return metrics.registry().scrape();
    }

    /** Nothing unless this one leads: series of two schedulers would be counted twice. */
    public MetricSnapshots resourceMetrics() {
        return isLeading() ? PodResourceMetrics.of(pods.all()) : new MetricSnapshots();
    }

    /** The settings as {@code /configz} shows them. */
    public ObjectNode configuration() {
        return ConfigurationPage.of(settings);
    }

    /** Stops deciding, lets bindings on their way come to their end, and gives the lease back. */
    @Override
    public void close() {
        for (var reflector : reflectors) reflector.close();
        var thread = deciding;
        if (thread != null) {
            thread.interrupt();
            try {
                thread.join(LONGEST_END);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
        effects.close();
        leadership.close();
        for (var watcher : threads) watcher.interrupt();
    }
}
