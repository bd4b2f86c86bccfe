package dev.plimsoll.objects.workload;

import static dev.plimsoll.objects.testing.Docs.NOW;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.workloads.Conditions;
import dev.plimsoll.core.workloads.ControlledPod;
import dev.plimsoll.core.workloads.job.JobDecision;
import dev.plimsoll.core.workloads.job.JobPlan;
import dev.plimsoll.objects.testing.Docs;
import java.util.List;

/** What is decided about the document of a job, with the status as it is written. */
record Planned(JobPlan plan, ObjectNode status, Conditions conditions) {
    static Planned decide(JobObject job, ControlledPod... pods) {
        var plan = JobDecision.decide(job.view(), List.of(pods), true, NOW);
        var draft = job.statusDraft().write(plan.status());
        return new Planned(plan, Docs.status(draft), draft.conditions());
    }
}
