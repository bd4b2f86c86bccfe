package dev.plimsoll.kinds.strategy.workload;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.kinds.strategy.StrategySetup;
import dev.plimsoll.kinds.strategy.pod.PodDefaults;
import java.util.ArrayList;
import java.util.List;

/** DaemonSets: their defaults. Their pods have names that no controller adds a hash to. */
public final class DaemonSetStrategy extends WorkloadStrategy {
    public DaemonSetStrategy(StrategySetup setup) {
        super(setup);
    }

    @Override
    protected void specDefaults(ObjectNode document, ObjectNode spec) {
        PodDefaults.number(spec, "revisionHistoryLimit", 10);
        var strategy =
                spec.get("updateStrategy") instanceof ObjectNode known ? known : spec.putObject("updateStrategy");
        PodDefaults.absent(strategy, "type", "RollingUpdate");
        var isRolling = strategy.path("type").asText().equals("RollingUpdate");
        if (!isRolling && !strategy.has("rollingUpdate")) return;
        var rolling =
                strategy.get("rollingUpdate") instanceof ObjectNode known ? known : strategy.putObject("rollingUpdate");
        PodDefaults.number(rolling, "maxSurge", 0);
        PodDefaults.number(rolling, "maxUnavailable", isRolling ? 1 : 0);
    }

    /** What a change may not touch is told before everything else. */
    @Override
    public List<FieldError> checkChange(Write write) {
        if (write.isOf("status")) return List.of();
        var errors = new ArrayList<>(checkSelector(write));
        errors.addAll(checkNew(write.sent()));
        return errors;
    }

    @Override
    protected List<String> nameWarnings(ObjectNode document) {
        return List.of();
    }
}
