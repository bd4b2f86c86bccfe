package dev.plimsoll.core.estimation.application;

import dev.plimsoll.core.estimation.Compute;
import java.util.List;
import java.util.OptionalLong;

/** What is to become of one resource of one pod, at both levels. */
public sealed interface ResourcePlan {
    Compute compute();

    /** Nothing: it is not ours to manage, or there is nothing to apply yet. */
    record Unmanaged(Compute compute) implements ResourcePlan {}

    /**
     * Nothing, because the API server would not take what was found, or would take it as a pod of another class.
     *
     * @param detail in words, for people
     */
    record Skipped(Compute compute, Reason reason, String detail) implements ResourcePlan {}

    /** Values that fit each other. */
    record Fitted(Compute compute, PodValues pod, List<ContainerValues> containers, PodEdits edits)
            implements ResourcePlan {
        public Fitted {
            containers = List.copyOf(containers);
        }
    }

    /**
     * The pod's own values, in the unit of the resource.
     *
     * @param request empty where the pod level does not take part
     * @param lower below it a pod's request is too low
     * @param upper above it a pod's request is too high
     */
    record PodValues(OptionalLong request, OptionalLong limit, long lower, long upper) {
        static final PodValues NONE = new PodValues(OptionalLong.empty(), OptionalLong.empty(), 0, Long.MAX_VALUE);
    }

    /** A managed container's values. */
    record ContainerValues(int container, long request, OptionalLong limit, long lower, long upper) {}

    /** Why nothing was found that fits, as metrics name it. */
    enum Reason {
        VALIDITY("validity"),
        LIMIT_RANGE("limitrange"),
        QOS("qos");

        private final String text;

        Reason(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }
    }
}
