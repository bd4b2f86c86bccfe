package dev.plimsoll.kinds.strategy.workload;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.kinds.strategy.StrategySetup;
import dev.plimsoll.kinds.strategy.pod.PodDefaults;

/** Deployments: their defaults. */
public final class DeploymentStrategy extends WorkloadStrategy {
    public DeploymentStrategy(StrategySetup setup) {
        super(setup);
    }

    @Override
    protected void specDefaults(ObjectNode document, ObjectNode spec) {
        PodDefaults.number(spec, "replicas", 1);
        PodDefaults.number(spec, "revisionHistoryLimit", 10);
        PodDefaults.number(spec, "progressDeadlineSeconds", 600);
        var strategy = spec.get("strategy") instanceof ObjectNode known ? known : spec.putObject("strategy");
        PodDefaults.absent(strategy, "type", "RollingUpdate");
        if (!strategy.path("type").asText().equals("RollingUpdate")) return;
        var rolling =
                strategy.get("rollingUpdate") instanceof ObjectNode known ? known : strategy.putObject("rollingUpdate");
        PodDefaults.absent(rolling, "maxSurge", "25%");
        PodDefaults.absent(rolling, "maxUnavailable", "25%");
    }
}
