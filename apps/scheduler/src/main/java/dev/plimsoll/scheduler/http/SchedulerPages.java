package dev.plimsoll.scheduler.http;

import dev.plimsoll.runtime.http.HealthCheck;
import dev.plimsoll.runtime.http.HttpPages;
import dev.plimsoll.runtime.http.PageReply;
import dev.plimsoll.scheduler.Scheduler;

/** {@code /healthz}, {@code /livez}, {@code /readyz}, {@code /metrics}, {@code /metrics/resources} and {@code /configz}. */
public final class SchedulerPages {
    private SchedulerPages() {}

    /** Whether a scheduler works, for whoever asks it. */
    public static HealthCheck health(Scheduler scheduler) {
        return HealthCheck.of(scheduler::isAlive, "the scheduling loop has ended");
    }

    public static HttpPages of(Scheduler scheduler) {
        return new HttpPages()
                .health(health(scheduler))
                .readiness(HealthCheck.of(scheduler::isReady, "the caches are not filled yet"))
                .metrics(scheduler::metrics)
                .page("/metrics/resources", _ -> PageReply.metrics(scheduler.resourceMetrics()))
                .configuration(scheduler::configuration);
    }
}
