package dev.plimsoll.testkit.remote;

import dev.plimsoll.testkit.cluster.ApiFault;
import dev.plimsoll.testkit.cluster.Injection;
import dev.plimsoll.testkit.cluster.NodeFault;
import dev.plimsoll.testkit.cluster.TestCluster;
import dev.plimsoll.testkit.work.OperatorWork;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** One cluster of this process, and what a test in another process asks of it. */
final class HostedCluster {
    private static final int API_FIELDS = 6;

    private final TestCluster cluster;
    private final Map<String, Injection> injections = new ConcurrentHashMap<>();
    private final AtomicLong numbers = new AtomicLong();
    /** Tasks in the other process that were woken and do not sleep again yet. */
    private final AtomicLong running = new AtomicLong();
    /** Tasks in the other process that were woken until now. */
    private final AtomicLong woken = new AtomicLong();

    private @Nullable ScheduledExecutorService sleepersOrNull;

    private final HostedDocuments documents;
    private final HostedWebhooks webhooks;

    HostedCluster(TestCluster cluster) {
        this.cluster = cluster;
        this.documents = new HostedDocuments(cluster);
        this.webhooks = new HostedWebhooks(cluster);
    }

    List<String> handle(String verb, List<String> given, WokenTask task, ParentQuestion test)
            throws InterruptedException {
        return switch (verb) {
            case "now" -> List.of(cluster.now().toString());
            case "nanos" -> List.of(Long.toString(nanos()));
            case "requireVirtual" -> done(this::sleepers);
            case "sleeper" -> done(() -> sleep(Long.parseLong(given.getFirst()), task));
            case "awoken" -> {
                task.awaitWake();
                yield List.of();
            }
            case "advance" -> done(() -> advance(given, test));
            case "kubeconfigAs" -> List.of(cluster.kubeconfigAs(given.getFirst(), given.get(1)));
            case "apply" -> done(() -> cluster.applyText(given.getFirst()));
            case "fill" -> List.of(cluster.fill(given.getFirst(), given.get(1), given.get(2)));
            case "use" ->
                done(() -> cluster.use(
                        given.getFirst(),
                        given.get(1),
                        given.get(2),
                        given.subList(3, given.size()).toArray(String[]::new)));
            case "restartNodes" -> done(cluster::restartNodes);
            case "stopNode" -> done(() -> cluster.stopNode(given.getFirst()));
            case "startNode" -> done(() -> cluster.startNode(given.getFirst()));
            case "injectNode" -> List.of(kept(cluster.inject(given.getFirst(), nodeFaults(given))));
            case "injectApi" -> List.of(kept(cluster.inject(apiFaults(given))));
            case "endInjection" -> done(() -> endInjection(given.getFirst()));
            case "clearFaultsOf" -> done(() -> cluster.clearFaults(given.getFirst()));
            case "clearFaults" -> done(cluster::clearFaults);
            case "reset" -> done(cluster::reset);
            case "state" -> List.of(cluster.state());
            case "report" -> List.of(cluster.report(given.getFirst()));
            case "dump" -> List.of(dump(Path.of(given.getFirst()), given.get(1)));
            case "await" -> documents.await(given, test);
            case "awaitGone" -> documents.awaitGone(given);
            case "events" -> documents.events(given);
            case "assertPod" -> documents.assertPod(given);
            case "podEvent" -> documents.podEvent(given);
            case "webhook" -> webhooks.open(given.getFirst());
            case "registerWebhook" -> webhooks.register(given);
            case "closeWebhook" -> webhooks.close(given.getFirst());
            case "close" -> done(cluster::close);
            default ->
                throw new IllegalArgumentException("the process of the cluster does not know " + verb
                        + "; the client and the cluster are of different versions");
        };
    }

    private static List<String> done(Runnable action) {
        action.run();
        return List.of();
    }

    private void advance(List<String> given, ParentQuestion test) {
        var isAsked = Boolean.parseBoolean(given.get(1));
        cluster.advance(Duration.parse(given.getFirst()), () -> {
            var here = new OperatorWork.Look(woken.get(), running.get());
            return isAsked ? here.plus(test.work()) : here;
        });
    }

    private long nanos() {
        return ChronoUnit.NANOS.between(Instant.EPOCH, cluster.now());
    }

    private synchronized ScheduledExecutorService sleepers() {
        if (sleepersOrNull == null) sleepersOrNull = cluster.scheduler();
        return sleepersOrNull;
    }

    private void sleep(long due, WokenTask task) {
        var wake = task.sleeps();
        var _ = sleepers()
                .schedule(
                        () -> {
                            woken.incrementAndGet();
                            task.begin(running);
                            wake.run();
                        },
                        Math.max(0, due - nanos()),
                        TimeUnit.NANOSECONDS);
    }

    private String kept(Injection injection) {
        var number = Long.toString(numbers.incrementAndGet());
        injections.put(number, injection);
        return number;
    }

    private void endInjection(String number) {
        var injection = injections.remove(number);
        if (injection != null) injection.close();
    }

    private static NodeFault[] nodeFaults(List<String> given) {
        var faults = new ArrayList<NodeFault>();
        for (var at = 1; at < given.size(); at += 2) {
            var detail = given.get(at + 1);
            faults.add(
                    switch (given.get(at)) {
                        case "slow" -> NodeFault.slow(Duration.parse(detail));
                        case "veto" -> NodeFault.veto(detail);
                        case "fail" -> NodeFault.fail(detail);
                        default -> throw new IllegalArgumentException("there is no fault " + given.get(at));
                    });
        }
        return faults.toArray(NodeFault[]::new);
    }

    private static ApiFault[] apiFaults(List<String> given) {
        var faults = new ArrayList<ApiFault>();
        for (var at = 0; at < given.size(); at += API_FIELDS) faults.add(apiFault(given.subList(at, at + API_FIELDS)));
        return faults.toArray(ApiFault[]::new);
    }

    private static ApiFault apiFault(List<String> fields) {
        var fault = switch (fields.getFirst()) {
            case "conflict" -> ApiFault.conflict();
            case "tooManyRequests" -> ApiFault.tooManyRequests(Duration.parse(fields.get(1)));
            case "serverError" -> ApiFault.serverError();
            case "timeout" -> ApiFault.timeout();
            case "droppedWatch" -> ApiFault.droppedWatch();
            case "staleList" -> ApiFault.staleList();
            default -> throw new IllegalArgumentException("there is no fault " + fields.getFirst());
        };
        if (!fields.get(2).isEmpty()) fault = fault.forUserAgent(fields.get(2));
        if (!fields.get(3).isEmpty()) fault = fault.onVerb(fields.get(3));
        if (!fields.get(4).isEmpty()) fault = fault.onResource(fields.get(4));
        return fault.times(Integer.parseInt(fields.get(5)));
    }

    private String dump(Path folder, String name) {
        try {
            return cluster.dump(folder, name).toString();
        } catch (IOException e) {
            throw new IllegalStateException("all objects and the log cannot be written to " + folder + ": " + e, e);
        }
    }
}
