package dev.plimsoll.scheduler.loop;

import dev.plimsoll.core.placement.queue.PodQueue;

/** Hears how decisions go, for the metrics. */
public interface SchedulingObserver extends PodQueue.Moves {
    /** As metrics name the ends of an attempt. */
    enum Result {
        SCHEDULED("scheduled"),
        UNSCHEDULABLE("unschedulable"),
        ERROR("error");

        private final String label;

        Result(String label) {
            this.label = label;
        }

        public String label() {
            return label;
        }
    }

    /** A decision was computed. */
    void decided(long nanos);

    /** An attempt has ended. */
    void attempted(Result result, String profile, long nanos);

    /** What Kubernetes calls an extension point, where it can be told apart here: preemption and binding. */
    enum Phase {
        POST_FILTER("PostFilter"),
        BIND("Bind");

        private final String label;

        Phase(String label) {
            this.label = label;
        }

        public String label() {
            return label;
        }
    }

    /** A phase of an attempt has ended. */
    void passed(Phase phase, boolean isSuccess, String profile, long nanos);

    /** Something that happened in the cluster was taken in. */
    void handled(String event, long nanos);

    /** A pod has its node, after so many attempts and so long since it was first seen. */
    void scheduled(int attempts, long millis, boolean isFlushed);

    void preempted(int victims);

    void shown(Gauges gauges);
}
