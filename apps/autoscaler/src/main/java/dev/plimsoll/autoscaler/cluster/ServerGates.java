package dev.plimsoll.autoscaler.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.pace.Backoff;
import dev.plimsoll.client.pace.Retry;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.core.estimation.podlevel.PodLevelSupport.Server;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.objects.discovery.FeatureMetric;
import dev.plimsoll.objects.discovery.VersionObject;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Which gates the API server has. Its page {@code /metrics} tells; this loop asks until it is answered, and reads the page anew every
 * ten minutes, so that nobody who decides about a pod has to wait for it.
 */
public final class ServerGates implements Runnable {
    private static final Duration REFRESH = Duration.ofMinutes(10);
    /** The first version that knows the gate; a later one that does not name it has no way to turn it off any more. */
    private static final int FIRST_MINOR = 32;

    private final ApiClient client;
    private final Time time;
    private final RandomGenerator random;
    private volatile Answer answer = new Answer(Server.UNKNOWN, "it was not asked yet");

    /** @param problem why it is not known; empty where it is */
    private record Answer(Server podLevel, String problem) {}

    ServerGates(ApiClient client, Time time, RandomGenerator random) {
        this.client = client;
        this.time = time;
        this.random = random;
    }

    /** What becomes of the resources that pods are given as a whole. */
    public Server podLevel() {
        return answer.podLevel();
    }

    /** Why that is not known; empty where it is. */
    public String problem() {
        return answer.problem();
    }

    /** Asks now, and tells whether that was answered. Without an answer, what was known before counts. */
    boolean refresh() {
        var asked = ask();
        if (asked.podLevel() != Server.UNKNOWN || answer.podLevel() == Server.UNKNOWN) answer = asked;
        return asked.podLevel() != Server.UNKNOWN;
    }

    private Answer ask() {
        var page = client.page("/metrics");
        if (!(page instanceof RequestResult.Done<String>(var text))) return unknown("GET /metrics", page.problem());
        var named = FeatureMetric.isOn(text, Gate.POD_LEVEL_RESOURCES.kubernetesName());
        return named.isPresent() ? known(named.get()) : byVersion();
    }

    /** A server that does not name the gate is older than it, or so new that it is always on. */
    private Answer byVersion() {
        var version = client.document("/version");
        if (!(version instanceof RequestResult.Done<ObjectNode>(var document))) {
            return unknown("GET /version", version.problem());
        }
        var minor = new VersionObject(document).minor();
        return minor.isPresent()
                ? known(minor.getAsInt() >= FIRST_MINOR)
                : unknown("GET /version", "the answer has no minor version");
    }

    private static Answer known(boolean isOn) {
        return new Answer(isOn ? Server.KEEPS : Server.DROPS, "");
    }

    private static Answer unknown(String request, String problem) {
        return new Answer(Server.UNKNOWN, request + ": " + problem);
    }

    @Override
    public void run() {
        try {
            while (true) {
                if (answer.podLevel() != Server.UNKNOWN) time.sleep(REFRESH);
                Retry.until(this::refresh, Backoff.ofWatches(random), time);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // closing
        }
    }
}
