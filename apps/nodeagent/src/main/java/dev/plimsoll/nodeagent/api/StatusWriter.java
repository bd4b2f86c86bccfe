package dev.plimsoll.nodeagent.api;

import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Outcome;
import dev.plimsoll.client.Patch;
import dev.plimsoll.client.pace.Backoff;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.core.resize.state.StatusReport;
import dev.plimsoll.nodeagent.loop.Newest;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.random.RandomGenerator;

/**
 * Brings reports to the API: of each pod one at a time, and always the newest. A report that the server could not be reached for
 * is sent again until it or a newer one arrives.
 */
public final class StatusWriter {
    private static final ApiResource POD_STATUS = ApiResource.PODS.sub("status");
    private static final int AT_ONCE = 64;
    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(200);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

    private final NodeClients clients;
    private final Executor executor;
    private final Time time;
    private final RandomGenerator random;
    private final Troubles troubles;
    private final Semaphore permits = new Semaphore(AT_ONCE);
    private final ConcurrentHashMap<String, Newest<Report>> pods = new ConcurrentHashMap<>();

    public StatusWriter(NodeClients clients, Executor executor, Time time, RandomGenerator random, Troubles troubles) {
        this.clients = clients;
        this.executor = executor;
        this.time = time;
        this.random = random;
        this.troubles = troubles;
    }

    private record Report(String node, ObjectMeta pod, StatusReport status, String hostIp) {}

    public void publish(String node, ObjectMeta pod, StatusReport status, String hostIp) {
        pods.computeIfAbsent(pod.uid(), _ -> new Newest<>(executor, this::send))
                .put(new Report(node, pod, status, hostIp));
    }

    /** Nothing more will be said of the pod. */
    public void forget(String uid) {
        pods.remove(uid);
    }

    private void send(Report report) {
        var backoff = new Backoff(SHORTEST_PAUSE, LONGEST_PAUSE, random);
        try {
            while (!arrived(report)) time.sleep(backoff.failure());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // stopping: after a restart the status is generated anew
        }
    }

    /** Whether the server has answered for good. What it refuses is refused for ever; a newer report may fare better. */
    private boolean arrived(Report report) throws InterruptedException {
        var pod = report.pod();
        var patch = new Patch.Strategic(StatusPatch.of(pod, report.status(), report.hostIp()));
        permits.acquire();
        try {
            return switch (clients.of(report.node())
                    .patch(POD_STATUS, new ObjectName(pod.namespace(), pod.name()), patch)) {
                case Outcome.Done<?> _ -> true;
                case Outcome.NotFound<?> _ -> {
                    forget(pod.uid()); // removed by force: nobody else will tell
                    yield true;
                }
                case Outcome.Conflict<?> _ -> true; // another pod has taken the name
                case Outcome.Refused<?>(var status) -> {
                    troubles.tell("status of pod " + pod.namespace() + "/" + pod.name() + ": " + status.message());
                    yield !status.isTemporary();
                }
                case Outcome.Unreachable<?>(var why) -> {
                    troubles.tell("status of pod " + pod.namespace() + "/" + pod.name() + ": " + why);
                    yield false;
                }
            };
        } finally {
            permits.release();
        }
    }
}
