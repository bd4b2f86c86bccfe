package dev.plimsoll.nodeagent.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.pace.Backoff;
import dev.plimsoll.client.pace.Retry;
import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.core.resize.state.StatusReport;
import dev.plimsoll.nodeagent.loop.Coalescing;
import dev.plimsoll.objects.pod.PodObject;
import dev.plimsoll.objects.pod.StatusPatch;
import dev.plimsoll.runtime.ProgramContext;
import dev.plimsoll.runtime.Timers;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;

/**
 * Brings reports to the API: of each pod one at a time, and always the newest. A report that the server could not be reached for
 * is sent again until it or a newer one arrives. What somebody else writes over it is repaired.
 */
public final class StatusWriter {
    private static final ApiResource POD_STATUS = ApiResource.PODS.sub("status");
    private static final int AT_ONCE = 64;
    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(200);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

    private final NodeClients clients;
    private final Executor executor;
    private final Timers timers;
    private final ProgramContext program;
    private final Semaphore permits = new Semaphore(AT_ONCE);
    private final ConcurrentHashMap<String, PodStatuses> pods = new ConcurrentHashMap<>();

    public StatusWriter(NodeClients clients, Executor executor, Timers timers, ProgramContext program) {
        this.clients = clients;
        this.executor = executor;
        this.timers = timers;
        this.program = program;
    }

    private enum Manner {
        AT_ONCE,
        /** The API is asked first, and told only what it does not hold. */
        WHERE_IT_DIFFERS,
        /** The same; what differs was written by somebody else. */
        REPAIR
    }

    private record Report(String node, ObjectMeta pod, StatusReport status, String hostIp, Manner manner) {
        Report checking() {
            return new Report(node, pod, status, hostIp, Manner.REPAIR);
        }

        ObjectName name() {
            return new ObjectName(pod.namespace(), pod.name());
        }
    }

    /** Of one pod. */
    private final class PodStatuses {
        private final Coalescing<Report> queue = new Coalescing<>(executor, report -> send(this, report));
        private final DeliveredStatus delivered = new DeliveredStatus();
        private Report latest;
        private boolean isClosed;

        PodStatuses(Report first) {
            latest = first;
        }

        synchronized void put(Report report) {
            latest = report;
            queue.put(report);
        }

        /** Never with an older report than the one that waits. */
        private synchronized void check() {
            if (!isClosed && delivered.isDue()) queue.put(latest.checking());
        }

        /** The pod is gone: a check that was planned is left out. */
        synchronized void close() {
            isClosed = true;
        }

        void checkAt(Instant when) {
            timers.at(when, this::check);
        }
    }

    public void publish(String node, ObjectMeta pod, StatusReport status, String hostIp) {
        publish(new Report(node, pod, status, hostIp, Manner.AT_ONCE));
    }

    /**
     * Of a pod that a node has reported on already. After a restart the API holds most often what is said of it again, and a read
     * costs less than a patch that changes nothing.
     */
    public void publishAgain(String node, ObjectMeta pod, StatusReport status, String hostIp) {
        var manner = pods.containsKey(pod.uid()) ? Manner.AT_ONCE : Manner.WHERE_IT_DIFFERS;
        publish(new Report(node, pod, status, hostIp, manner));
    }

    private void publish(Report report) {
        pods.computeIfAbsent(report.pod().uid(), _ -> new PodStatuses(report)).put(report);
    }

    /** What the API holds of a pod. */
    public void seen(ApiPod pod) {
        var known = pods.get(pod.uid());
        if (known != null) known.delivered.seen(pod.statusDigest(), now()).ifPresent(known::checkAt);
    }

    /** Waits until the API has everything that was published; whether that was within the time. */
    public boolean awaitWritten(Duration longest) throws InterruptedException {
        var end = System.nanoTime() + longest.toNanos();
        for (var each : pods.values()) {
            if (!each.queue.awaitIdle(Duration.ofNanos(end - System.nanoTime()))) return false;
        }
        return true;
    }

    /** Nothing more will be said of the pod. */
    public void forget(String uid) {
        var known = pods.remove(uid);
        if (known != null) known.close();
    }

    private void send(PodStatuses to, Report report) {
        var backoff = new Backoff(SHORTEST_PAUSE, LONGEST_PAUSE, program.random());
        to.delivered.sending();
        try {
            Retry.until(() -> arrived(to, report), backoff, program.time());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // stopping: after a restart the status is generated anew
        }
    }

    /** Whether the server has answered for good. What it refuses is refused for ever; a newer report may fare better. */
    private boolean arrived(PodStatuses to, Report report) throws InterruptedException {
        permits.acquire();
        try {
            return switch (report.manner()) {
                case AT_ONCE -> written(to, report, first(report));
                case WHERE_IT_DIFFERS, REPAIR -> checked(to, report);
            };
        } finally {
            permits.release();
        }
    }

    private static StatusPatch first(Report report) {
        return StatusPatch.of(report.pod(), report.status(), report.hostIp());
    }

    private static StatusPatch against(PodObject known, Report report) {
        return StatusPatch.of(report.pod(), report.status(), report.hostIp(), known);
    }

    private boolean checked(PodStatuses to, Report report) {
        var outcome = clients.of(report.node()).get(ApiResource.PODS, report.name());
        if (!(outcome instanceof RequestResult.Done<ObjectNode>(var document))) return isFinal(to, report, outcome);
        var pod = new PodObject(document);
        var patch = against(pod, report);
        if (!pod.uid().equals(report.pod().uid()) || isHeld(report, patch, pod)) {
            answered(to, pod);
            return true;
        }
        if (report.manner() == Manner.REPAIR) {
            program.reporter()
                    .tell("status of pod " + report.pod().namespace() + "/"
                            + report.pod().name() + " was overwritten by another client; it is written again");
            to.delivered.repairing(now());
        }
        return written(to, report, patch);
    }

    /** A repair is tried again and again, so that it must not mind what a server may drop. */
    private static boolean isHeld(Report report, StatusPatch patch, PodObject pod) {
        return patch.isHeldBy(pod)
                && (report.manner() == Manner.REPAIR || StatusPatch.isPodLevelAsDeclared(report.status(), pod));
    }

    private boolean written(PodStatuses to, Report report, StatusPatch patch) {
        var client = clients.of(report.node());
        var outcome = client.patch(POD_STATUS, report.name(), patch.strategic());
        if (outcome instanceof RequestResult.Done<ObjectNode>(var document)) {
            var pod = new PodObject(document);
            if (StatusPatch.leavesRest(report.status(), pod))
                outcome = client.patch(
                        POD_STATUS, report.name(), against(pod, report).strategic());
        }
        if (!(outcome instanceof RequestResult.Done<ObjectNode>(var document))) return isFinal(to, report, outcome);
        answered(to, new PodObject(document));
        return true;
    }

    private void answered(PodStatuses to, PodObject pod) {
        to.delivered.answered(pod.statusDigest(), now()).ifPresent(to::checkAt);
    }

    private Instant now() {
        return program.time().instant();
    }

    private boolean isFinal(PodStatuses to, Report report, RequestResult<ObjectNode> outcome) {
        var pod = report.pod();
        var isFinal = switch (outcome) {
            case RequestResult.Done<?> _ -> true;
            case RequestResult.NotFound<?> _ -> {
                forget(pod.uid()); // removed by force: nobody else will tell
                yield true;
            }
            case RequestResult.Conflict<?> _ -> clients.isReplaced(report.node(), pod);
            case RequestResult.Refused<?>(var status) -> {
                program.reporter()
                        .tell("status of pod " + pod.namespace() + "/" + pod.name() + ": " + status.message());
                yield !status.isTemporary();
            }
            case RequestResult.Unreachable<?>(var why) -> {
                program.reporter().tell("status of pod " + pod.namespace() + "/" + pod.name() + ": " + why);
                yield false;
            }
        };
        if (isFinal) to.delivered.unanswered();
        return isFinal;
    }
}
