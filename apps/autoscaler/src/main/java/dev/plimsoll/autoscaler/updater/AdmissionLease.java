package dev.plimsoll.autoscaler.updater;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.pace.Backoff;
import dev.plimsoll.client.pace.Retry;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.objects.node.LeaseObject;
import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** The lease by which the admission controller says that it is there. */
public final class AdmissionLease {
    public static final String NAME = "vpa-admission-controller";

    private static final Duration SILENCE = Duration.ofSeconds(60);
    private static final int TRIES = 3;
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

    private final ApiClient client;
    private final ObjectName lease;
    private final Time time;
    private final RandomGenerator random;

    AdmissionLease(ApiClient client, String namespace, Time time, RandomGenerator random) {
        this.client = client;
        this.lease = new ObjectName(namespace, NAME);
        this.time = time;
        this.random = random;
    }

    boolean isHeld() {
        return read().map(document -> new LeaseObject(document).lastHeard()).stream()
                .anyMatch(heard -> Duration.between(heard, time.instant()).compareTo(SILENCE) <= 0);
    }

    /** A server that does not answer is asked again. */
    private Optional<ObjectNode> read() {
        var backoff = new Backoff(FIRST_PAUSE, LONGEST_PAUSE, random);
        return Retry.atMost(
                        TRIES,
                        () -> client.get(ApiResource.LEASES, lease),
                        outcome -> !(outcome instanceof RequestResult.Done<ObjectNode>
                                || outcome instanceof RequestResult.NotFound<ObjectNode>),
                        backoff,
                        time)
                .done();
    }
}
