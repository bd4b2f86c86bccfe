package dev.plimsoll.nodeagent.cri.host;

import dev.plimsoll.client.pace.Backoff;
import dev.plimsoll.cri.CriClient;
import dev.plimsoll.cri.CriReply;
import dev.plimsoll.cri.RuntimeVersion;
import dev.plimsoll.cri.Sandbox;
import dev.plimsoll.runtime.ErrorReporter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/** Finds out whether a container runtime is at work, and waits for one that is not yet: it may be started after the node. */
public final class RuntimeArrival {
    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(200);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

    private final CriClient cri;
    private final String endpoint;

    /**
     * At one socket.
     *
     * @param endpoint as people gave it
     */
    public RuntimeArrival(CriClient cri, String endpoint) {
        this.cri = cri;
        this.endpoint = endpoint;
    }

    /** What came of waiting. */
    public sealed interface Arrived {
        record AtWork(RuntimeVersion version) implements Arrived {}

        /** There is somebody, who is no runtime of the kind that is needed. */
        record Refused(String why) implements Arrived {}

        /** The node was told to end meanwhile. */
        record Stopped() implements Arrived {}
    }

    /** Asks once. It can say what runs, too: some answer for a while that they are not initialized. */
    public CriReply<RuntimeVersion> look() {
        return cri.version().then(version -> cri.sandboxes(Map.of()).map((List<Sandbox> _) -> version));
    }

    /** Asks until there is an answer; each new reason why there is none is told. */
    public Arrived await(ErrorReporter errors, RandomGenerator random, CountDownLatch stop)
            throws InterruptedException {
        var backoff = new Backoff(SHORTEST_PAUSE, LONGEST_PAUSE, random);
        var told = "";
        while (true) {
            switch (look()) {
                case CriReply.Ok<RuntimeVersion>(var version) -> {
                    return new Arrived.AtWork(version);
                }
                case CriReply.Failed<RuntimeVersion>(var code, var message) -> {
                    if (code == CriReply.Code.UNIMPLEMENTED || code == CriReply.Code.PERMISSION_DENIED)
                        return new Arrived.Refused(missing(message));
                    if (!message.equals(told)) errors.tell(missing(message) + "; waiting for it");
                    told = message;
                }
            }
            if (stop.await(backoff.failure().toMillis(), TimeUnit.MILLISECONDS)) return new Arrived.Stopped();
        }
    }

    /** Why there is none, for people to read. */
    public String missing(String message) {
        return "no container runtime answers at " + endpoint + ": " + message;
    }
}
