package dev.plimsoll.client.lease;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/**
 * What a Lease says. Times stay text: they are the clocks of other machines and are compared for equality only.
 *
 * @param holder empty where nobody leads
 */
record LeaseSpec(String holder, long seconds, String acquireTime, String renewTime, int transitions) {
    private static final DateTimeFormatter MICROS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

    static LeaseSpec of(JsonNode lease) {
        var spec = lease.path("spec");
        return new LeaseSpec(
                spec.path("holderIdentity").asText(),
                spec.path("leaseDurationSeconds").asLong(),
                spec.path("acquireTime").asText(),
                spec.path("renewTime").asText(),
                spec.path("leaseTransitions").asInt());
    }

    /** What is written by one who takes the lease or goes on holding it. */
    LeaseSpec heldBy(String identity, Duration lease, Instant now) {
        var time = MICROS.format(now);
        return holder.equals(identity)
                ? new LeaseSpec(identity, lease.toSeconds(), acquireTime, time, transitions)
                : new LeaseSpec(identity, lease.toSeconds(), time, time, transitions + 1);
    }

    /** The first holder of a lease that did not exist. */
    static LeaseSpec first(String identity, Duration lease, Instant now) {
        var time = MICROS.format(now);
        return new LeaseSpec(identity, lease.toSeconds(), time, time, 0);
    }

    /** Free for anybody, at once. */
    LeaseSpec released(Instant now) {
        var time = MICROS.format(now);
        return new LeaseSpec("", 1, time, time, transitions);
    }

    /** Into a document; fields that are not named here stay. */
    ObjectNode writtenTo(ObjectNode lease) {
        lease.withObject("/spec")
                .put("holderIdentity", holder)
                .put("leaseDurationSeconds", seconds)
                .put("acquireTime", acquireTime)
                .put("renewTime", renewTime)
                .put("leaseTransitions", transitions);
        return lease;
    }
}
