package dev.plimsoll.kinds.strategy.workload;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.kinds.defaults.StorageDefaults;
import dev.plimsoll.kinds.rules.field.ImmutableFields;
import dev.plimsoll.kinds.strategy.StrategySetup;
import dev.plimsoll.kinds.strategy.pod.PodDefaults;
import java.util.List;

/** StatefulSets: their defaults, their claims, and what of them never changes. */
public final class StatefulSetStrategy extends WorkloadStrategy {
    /** What names its pods and their volumes. */
    private static final ImmutableFields IDENTITY =
            ImmutableFields.of("spec.serviceName", "spec.podManagementPolicy", "spec.volumeClaimTemplates");

    public StatefulSetStrategy(StrategySetup setup) {
        super(setup);
    }

    @Override
    protected void specDefaults(ObjectNode document, ObjectNode spec) {
        PodDefaults.number(spec, "replicas", 1);
        PodDefaults.number(spec, "revisionHistoryLimit", 10);
        PodDefaults.absent(spec, "podManagementPolicy", "OrderedReady");
        claims(spec);
        var strategy =
                spec.get("updateStrategy") instanceof ObjectNode known ? known : spec.putObject("updateStrategy");
        // Who names the type and says nothing of the update gets nothing of it.
        if (!strategy.hasNonNull("type")) {
            strategy.put("type", "RollingUpdate");
            if (!strategy.hasNonNull("rollingUpdate")) strategy.putObject("rollingUpdate");
        }
        if (!strategy.path("type").asText().equals("RollingUpdate")) return;
        if (!(strategy.get("rollingUpdate") instanceof ObjectNode rolling)) return;
        PodDefaults.number(rolling, "partition", 0);
        PodDefaults.number(rolling, "maxUnavailable", 1);
    }

    /** Claims are kept as whole objects. */
    private static void claims(ObjectNode spec) {
        var retention = spec.get("persistentVolumeClaimRetentionPolicy") instanceof ObjectNode known
                ? known
                : spec.putObject("persistentVolumeClaimRetentionPolicy");
        PodDefaults.absent(retention, "whenDeleted", "Retain");
        PodDefaults.absent(retention, "whenScaled", "Retain");
        for (var each : spec.path("volumeClaimTemplates")) {
            if (!(each instanceof ObjectNode claim)) continue;
            claim.put("apiVersion", "v1").put("kind", "PersistentVolumeClaim");
            StorageDefaults.claim(claim);
            var status = claim.get("status") instanceof ObjectNode known ? known : claim.putObject("status");
            PodDefaults.absent(status, "phase", "Pending");
        }
    }

    @Override
    protected List<FieldError> checkSpecChange(Write write) {
        return IDENTITY.check(write.stored(), write.sent());
    }
}
