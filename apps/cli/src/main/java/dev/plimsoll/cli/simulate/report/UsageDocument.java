package dev.plimsoll.cli.simulate.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.estimation.report.ComputeAmounts;
import dev.plimsoll.core.fit.InsufficientResource;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.prediction.autoscaling.WorkloadCourse;

/** The part of the report for programs that is about recorded use. */
final class UsageDocument {
    private UsageDocument() {}

    static void write(UsageReport report, ObjectNode node) {
        node.put("from", report.after().from().toString())
                .put("to", report.after().to().toString())
                .put("stepSeconds", report.after().step().toSeconds());
        var workloads = node.putArray("workloads");
        for (var row : report.rows()) {
            var entry = workloads.addObject().put("workload", row.after().workload());
            if (!row.after().horizontal().isEmpty())
                entry.put("horizontalPodAutoscaler", row.after().horizontal());
            if (!row.after().vertical().isEmpty())
                entry.put("verticalPodAutoscaler", row.after().vertical());
            entry.put("samples", row.advice().samples());
            amounts(row.advice().asked(), entry.putObject("asked"));
            var recommended = entry.putObject("recommended");
            amounts(row.advice().recommended(false), recommended.putObject("containers"));
            amounts(row.advice().recommended(true), recommended.putObject("pod"));
            var before = row.beforeOrNull();
            if (before != null) course(before, entry.putObject("before"));
            course(row.after(), entry.putObject("after"));
        }
    }

    private static void course(WorkloadCourse course, ObjectNode node) {
        node.put("pods", course.pods())
                .put("finalPods", course.finalPods())
                .put("mostWaiting", course.mostWaiting())
                .put("oomKills", course.kills())
                .put("restarts", course.restarts())
                .put("throttledSeconds", course.throttled().toSeconds())
                .put("resizes", course.resizes())
                .put("deferred", course.deferred())
                .put("infeasible", course.infeasible())
                .put("evicted", course.evicted());
        amounts(course.asked(), node.putObject("requests"));
        amounts(course.finallyAsked(), node.putObject("finalRequests"));
        var held = node.putArray("held");
        course.held()
                .forEach((why, count) -> held.addObject().put("reason", why).put("count", count));
        var steps = node.putArray("steps");
        for (var step : course.steps())
            steps.addObject()
                    .put("time", step.time().toString())
                    .put("from", step.from())
                    .put("to", step.to())
                    .put("reason", step.why())
                    .put("waiting", step.waiting());
    }

    private static void amounts(ComputeAmounts amounts, ObjectNode node) {
        node.put("cpu", InsufficientResource.amount(ResourceName.CPU, amounts.milliCores()))
                .put("memory", InsufficientResource.amount(ResourceName.MEMORY, amounts.bytes()));
    }
}
