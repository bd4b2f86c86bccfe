package dev.plimsoll.cli.explain.items;

import dev.plimsoll.codec.manifest.EmbeddedPod;
import dev.plimsoll.core.admission.quota.QuotaDecision;
import dev.plimsoll.objects.workload.WorkloadOverview;
import java.math.BigDecimal;

/**
 * How many replicas of a template the quotas of the namespace leave room for.
 *
 * @param wanted how many pods there are to be; 0 where that is not known
 * @param fitting how many of them fit
 * @param bound the quota and the resource that keeps more from fitting; empty if all fit
 */
public record ReplicaRoom(long wanted, long fitting, String bound) {
    static final ReplicaRoom UNKNOWN = new ReplicaRoom(0, 0, "");

    public boolean isShort() {
        return fitting < wanted;
    }

    /** The pods are all alike, so that each is charged the same. */
    public static ReplicaRoom of(EmbeddedPod pod, QuotaDecision decision) {
        var wanted = wanted(pod);
        if (wanted <= 1 || !(decision instanceof QuotaDecision.Fits(var charges))) return UNKNOWN;
        var fitting = wanted;
        var bound = "";
        for (var charge : charges) {
            for (var name : charge.delta().names()) {
                var each = charge.delta().amount(name).toBigDecimal();
                if (each.signum() <= 0) continue;
                var hard = charge.quota().enforced().amount(name).toBigDecimal();
                var left = hard.subtract(charge.used().amount(name).toBigDecimal());
                // One is in use already in what the charge says.
                var room = left.max(BigDecimal.ZERO).divideToIntegralValue(each).longValueExact() + 1;
                if (room < fitting) {
                    fitting = room;
                    bound = charge.quota().name() + " (" + name + ")";
                }
            }
        }
        return new ReplicaRoom(wanted, fitting, bound);
    }

    private static long wanted(EmbeddedPod pod) {
        if (pod.origin() == EmbeddedPod.Origin.POD) return 0;
        return new WorkloadOverview(pod.manifest().document()).podsAtATime();
    }
}
