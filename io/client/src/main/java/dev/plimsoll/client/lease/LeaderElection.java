package dev.plimsoll.client.lease;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.pace.Time;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Takes a Lease and renews it, so that at most one of several programs leads.
 *
 * <p>Goals: two never lead at the same time as long as clocks run at about the same speed; they may show different times.
 * <ol>
 *   <li>A candidate never reads the times in a Lease. It counts from the moment at which it saw the Lease change, by its own
 *       steady clock, and takes over when nothing changed for the lease's duration.
 *   <li>A leader counts from before it sent the last renewal that succeeded, so its own time ends first.
 *   <li>Writes carry the version that was read; of two that take over, one is refused.
 * </ol>
 *
 * <p>{@link #run} is the loop of a thread; a simulation calls {@link #runOnce}.
 */
public final class LeaderElection implements Runnable, AutoCloseable {
    private final ApiClient client;
    private final ObjectName name;
    private final String identity;
    private final LeaseTimes times;
    private final ElectionCandidate candidate;
    private final Time time;
    private final RandomGenerator random;

    private @Nullable ObjectNode seen;
    private LeaseSpec spec = new LeaseSpec("", 0, "", "", 0);
    private long seenAt;
    private String announced = "";
    private volatile boolean leading;
    private volatile long renewedAt;
    private volatile boolean closed;
    private volatile @Nullable Thread thread;

    public LeaderElection(
            ApiClient client,
            ObjectName lease,
            String identity,
            LeaseTimes times,
            ElectionCandidate candidate,
            Time time,
            RandomGenerator random) {
        if (identity.isEmpty()) throw new IllegalArgumentException("a candidate needs an identity");
        this.client = client;
        this.name = lease;
        this.identity = identity;
        this.times = times;
        this.candidate = candidate;
        this.time = time;
        this.random = random;
    }

    /** Whether this one may act now, by the clock: true only within the renew deadline of the last renewal. */
    public boolean isLeading() {
        return leading && time.nanos() - renewedAt < times.renewDeadline().toNanos();
    }

    @Override
    public void run() {
        thread = Thread.currentThread();
        try {
            while (!closed) time.sleep(runOnce());
        } catch (InterruptedException _) {
            // closing: given back below, with the interrupt out of the way
        } finally {
            stepDown();
        }
    }

    /** One attempt to take or renew; how long to wait before the next. */
    public Duration runOnce() {
        var begun = time.nanos();
        var held = takeOrRenew(begun);
        announce();
        if (held) {
            renewedAt = begun;
            if (!leading) {
                leading = true;
                candidate.elected();
            }
            return times.retryPeriod();
        }
        if (!leading) {
            var jitter = (long) (times.retryPeriod().toNanos() * LeaseTimes.JITTER * random.nextDouble());
            return times.retryPeriod().plusNanos(jitter);
        }
        var left = times.renewDeadline().minusNanos(time.nanos() - renewedAt);
        if (left.isPositive() && spec.holder().equals(identity)) return shorter(left, times.retryPeriod());
        leading = false;
        candidate.ousted();
        return times.retryPeriod();
    }

    private boolean takeOrRenew(long begun) {
        var bounded = client.within(leading ? patience(begun) : times.renewDeadline());
        var known = seen;
        // A leader knows what it wrote last; reading it again would only cost time.
        if (leading && known != null && renew(bounded, known)) return true;
        return switch (bounded.get(ApiResource.LEASES, name)) {
            case RequestResult.Done<ObjectNode>(var lease) -> {
                observe(lease);
                yield isFree() && renew(bounded, lease);
            }
            case RequestResult.NotFound<ObjectNode> _ -> create(bounded);
            case RequestResult.Conflict<ObjectNode> _,
                    RequestResult.Refused<ObjectNode> _,
                    RequestResult.Unreachable<ObjectNode> _ -> false;
        };
    }

    /** Half of what is left, so that a request without an answer leaves time for another. */
    private Duration patience(long begun) {
        var left = times.renewDeadline().minusNanos(begun - renewedAt).dividedBy(2);
        return left.toMillis() > 1 ? left : Duration.ofMillis(1);
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private boolean isFree() {
        if (spec.holder().isEmpty() || spec.holder().equals(identity)) return true;
        return time.nanos() - seenAt > Duration.ofSeconds(spec.seconds()).toNanos();
    }

    private boolean create(ApiClient bounded) {
        var lease = ClientJson.object()
                .put("apiVersion", ApiResource.LEASES.apiVersion())
                .put("kind", ApiResource.LEASES.kind());
        lease.withObject("/metadata").put("name", name.name()).put("namespace", name.namespace());
        LeaseSpec.first(identity, times.lease(), time.instant()).writtenTo(lease);
        return written(bounded.create(ApiResource.LEASES, lease));
    }

    private boolean renew(ApiClient bounded, ObjectNode lease) {
        var claim = LeaseSpec.of(lease).heldBy(identity, times.lease(), time.instant());
        return written(bounded.update(ApiResource.LEASES, claim.writtenTo(lease.deepCopy())));
    }

    private boolean written(RequestResult<ObjectNode> outcome) {
        outcome.done().ifPresent(this::observe);
        return outcome instanceof RequestResult.Done<ObjectNode>;
    }

    private void observe(ObjectNode lease) {
        var now = LeaseSpec.of(lease);
        if (seen == null || !now.equals(spec)) seenAt = time.nanos();
        seen = lease;
        spec = now;
    }

    private void announce() {
        if (spec.holder().isEmpty() || spec.holder().equals(announced)) return;
        announced = spec.holder();
        candidate.leaderIs(announced);
    }

    /** Stops leading and gives the lease back, so that another need not wait for its end. */
    private void stepDown() {
        if (!leading) return;
        leading = false;
        candidate.ousted();
        var known = seen;
        if (known == null || !spec.holder().equals(identity)) return;
        var free = LeaseSpec.of(known).released(time.instant()).writtenTo(known.deepCopy());
        // Refused or lost, the lease ends by itself a little later.
        written(client.within(times.retryPeriod()).update(ApiResource.LEASES, free));
    }

    /** Ends the loop, from any thread; the loop then gives the lease back. Without a loop that happens here. */
    @Override
    public void close() {
        closed = true;
        var runner = thread;
        if (runner == null) stepDown();
        else runner.interrupt();
    }
}
