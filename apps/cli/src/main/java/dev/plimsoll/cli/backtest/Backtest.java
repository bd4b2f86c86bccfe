package dev.plimsoll.cli.backtest;

import dev.plimsoll.cli.usage.UsageSink;
import dev.plimsoll.core.estimation.policy.EstimatorKind;
import dev.plimsoll.core.estimation.replay.ReplayLevel;
import dev.plimsoll.core.estimation.replay.ReplayPlan;
import dev.plimsoll.core.estimation.replay.WorkloadOutcome;
import dev.plimsoll.core.estimation.replay.WorkloadReplay;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Recorded use on its way into one replay for each workload. */
final class Backtest implements UsageSink {
    private final Assumptions assumptions;
    private final ReplayPlan common;
    private final Map<String, WorkloadReplay> replays = new LinkedHashMap<>();

    Backtest(Assumptions assumptions, ReplayPlan common) {
        this.assumptions = assumptions;
        this.common = common;
    }

    @Override
    public void sample(
            long time, String namespace, String workload, String pod, String container, long milliCores, long bytes) {
        var replay = replays.get(workload);
        if (replay == null) {
            replay = replay(workload);
            replays.put(workload, replay);
        }
        replay.sample(time, pod, container, milliCores, bytes);
    }

    private WorkloadReplay replay(String workload) {
        var name = workload.isEmpty() ? assumptions.name() : workload;
        // Without a manifest there is nothing that could stay as it is.
        var plan = assumptions.plan(name, common);
        var levels = EnumSet.of(ReplayLevel.CONTAINERS, ReplayLevel.POD);
        if (assumptions.pod(name).isPresent()) levels.add(ReplayLevel.UNCHANGED);
        if (plan.policy().podPolicies().estimator() == EstimatorKind.WHOLE) levels.add(ReplayLevel.WHOLE);
        return new WorkloadReplay(name, plan, List.copyOf(levels));
    }

    List<WorkloadOutcome> finish() {
        return replays.values().stream().map(WorkloadReplay::finish).toList();
    }
}
