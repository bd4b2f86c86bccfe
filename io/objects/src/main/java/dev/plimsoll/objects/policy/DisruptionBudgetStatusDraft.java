package dev.plimsoll.objects.policy;

import dev.plimsoll.core.workloads.disruption.AllowedDisruptions;
import dev.plimsoll.objects.StatusDraft;
import dev.plimsoll.objects.tree.Timestamps;
import java.time.Instant;
import java.util.List;

/** The status of a disruption budget that is being written. */
public final class DisruptionBudgetStatusDraft extends StatusDraft {
    static final String DISRUPTED = "disruptedPods";
    private static final List<String> COUNTS = List.of("currentHealthy", "desiredHealthy", "expectedPods");

    private final DisruptionBudgetObject budget;

    DisruptionBudgetStatusDraft(DisruptionBudgetObject budget) {
        super(budget);
        this.budget = budget;
    }

    /** Lets a pod go: one less may follow it, until it is gone. */
    public DisruptionBudgetStatusDraft spend(String pod, Instant now) {
        status().put("disruptionsAllowed", budget.disruptionsAllowed() - 1);
        status().object(DISRUPTED).put(pod, Timestamps.text(now));
        return this;
    }

    public DisruptionBudgetStatusDraft write(AllowedDisruptions allowed, Instant now) {
        var generation = budget.metadata().generation();
        switch (allowed) {
            case AllowedDisruptions.Counted counted -> {
                status().put("currentHealthy", counted.currentHealthy())
                        .put("desiredHealthy", counted.desiredHealthy())
                        .put("expectedPods", counted.expectedPods())
                        .put("disruptionsAllowed", counted.disruptionsAllowed())
                        .remove(DISRUPTED);
                observedGeneration(generation);
                for (var pod : counted.disrupted()) {
                    status().object(DISRUPTED).set(pod, budget.disruptedNode().path(pod));
                }
            }
            case AllowedDisruptions.Failed _ -> {
                status().put("disruptionsAllowed", 0);
                for (var count : COUNTS) if (!status().has(count)) status().put(count, 0);
            }
        }
        conditionDraft(allowed.condition(), now).put("observedGeneration", generation);
        return this;
    }
}
